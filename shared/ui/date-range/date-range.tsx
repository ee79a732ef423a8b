import { Button } from '@portal/shared/ui/button'
import { Sheet } from '@portal/shared/ui/sheet'

/** Days of the restaurant, both included: `2026-11-20`. */
export type DayRange = { from: string; to: string }

type DateRangeSheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  value: DayRange | null
  onApply: (range: DayRange) => void
}

export function DateRangeSheet({ open, onOpenChange, value, onApply }: DateRangeSheetProps) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Период">
      <Button onClick={() => value && onApply(value)}>Показать</Button>
    </Sheet>
  )
}
