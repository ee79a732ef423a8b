import { Sheet } from '@portal/shared/ui/sheet'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { lazy, Suspense } from 'react'

/** Days of the restaurant, both included: `2026-11-20`. */
export type DayRange = { from: string; to: string }

type DateRangeSheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  value: DayRange | null
  onApply: (range: DayRange) => void
}

const RangeCalendar = lazy(async () => ({ default: (await import('./range-calendar.tsx')).RangeCalendar }))

/** A period of days, chosen in a calendar. Monday first; no day after today. */
export function DateRangeSheet({ open, onOpenChange, value, onApply }: DateRangeSheetProps) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Период">
      <Suspense fallback={<Skeleton height={400} />}>
        <RangeCalendar value={value} onApply={onApply} />
      </Suspense>
    </Sheet>
  )
}
