import { hideAmounts, useHiddenAmounts } from '@portal/shared/ui/amount'
import { IconButton } from '@portal/shared/ui/button'

/** Hides amounts, on every page at the same place: others in the dining room see no sums. */
export function AmountsSwitch() {
  const hidden = useHiddenAmounts()
  return (
    <IconButton
      icon={hidden ? 'eye' : 'eye-off'}
      label={hidden ? 'Показать суммы' : 'Скрыть суммы'}
      onClick={() => hideAmounts(!hidden)}
    />
  )
}
