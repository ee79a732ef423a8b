import { rangeText } from '@portal/contracts/date-text'
import type { DayRange } from '@portal/contracts/day'
import { today } from '@portal/shared/session/today'
import { Button } from '@portal/shared/ui/button'
import { DateRangeSheet } from '@portal/shared/ui/date-range'
import { useState } from 'react'
import type { Stories } from '../../gallery/stories.ts'
import { presets, RangeCalendar } from './range-calendar.tsx'

const lastMonth = presets(today()).at(-1) as DayRange

function InSheet({ initial }: { initial: DayRange | null }) {
  const [open, setOpen] = useState(false)
  const [range, setRange] = useState(initial)
  return (
    <>
      <Button variant="secondary" icon="calendar" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {range ? rangeText(range) : 'Свой период'}
      </Button>
      <DateRangeSheet
        open={open}
        onOpenChange={setOpen}
        value={range}
        onApply={(chosen) => {
          setRange(chosen)
          setOpen(false)
        }}
      />
    </>
  )
}

export const stories: Stories = {
  'Nothing chosen': <InSheet initial={null} />,
  'A period': <InSheet initial={lastMonth} />,
  'One day': <InSheet initial={{ from: lastMonth.from, to: lastMonth.from }} />,
  'Without its sheet': <RangeCalendar value={lastMonth} onApply={() => {}} />,
}
