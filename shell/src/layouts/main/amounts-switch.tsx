import { hideAmounts, useHiddenAmounts } from '@portal/shared/ui/amount'
import { IconButton } from '@portal/shared/ui/button'

/** On every page at the same place: whoever looks over a shoulder in the dining room sees no sums. */
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
