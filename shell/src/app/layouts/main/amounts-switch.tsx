import { hideAmounts, useHiddenAmounts } from '@portal/shared/ui/amount'
import { IconButton } from '@portal/shared/ui/button'

/** Hides amounts from others in the dining room. Every page has it at the same end of the header. */
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
