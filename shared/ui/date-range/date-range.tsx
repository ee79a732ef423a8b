import type { DayRange } from '@portal/contracts/day'
import { LoadError } from '@portal/shared/ui/load-error'
import { Sheet } from '@portal/shared/ui/sheet'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { useState } from 'react'
import { useAnnouncedPart, useLatePart } from '../late-part/late-part.ts'

const load = async () => (await import('./range-calendar.tsx')).RangeCalendar

type DateRangeSheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  value: DayRange | null
  onApply: (range: DayRange) => void
}

/** A period of days, chosen in a calendar. Monday first; no day after today. */
export function DateRangeSheet({ open, onOpenChange, ...calendar }: DateRangeSheetProps) {
  useAnnouncedPart(load)
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Период">
      <LateCalendar {...calendar} />
    </Sheet>
  )
}

function LateCalendar(calendar: Pick<DateRangeSheetProps, 'value' | 'onApply'>) {
  const [hasFailed, setFailed] = useState(false)
  const RangeCalendar = useLatePart(load, !hasFailed, () => setFailed(true))
  if (hasFailed) return <LoadError onRetry={() => setFailed(false)} />
  return RangeCalendar ? <RangeCalendar {...calendar} /> : <Skeleton height={520} radius="var(--radius-control)" />
}
