import { rangeText } from '@portal/contracts/date-text'
import type { DayRange } from '@portal/contracts/day'
import { addDays, periodBefore, periodUntil } from '@portal/shared/calendar'
import { useToday } from '@portal/shared/session/today'
import { Button, IconButton } from '@portal/shared/ui/button'
import { Chips } from '@portal/shared/ui/chips'
import { DateRangeSheet } from '@portal/shared/ui/date-range'
import { useState } from 'react'
import styles from './period-chips.module.css'

type PeriodChipsProps = { range: DayRange | null; onChange: (range: DayRange | null) => void }

/** The usual periods by one tap, and any other by the calendar, whose button has its days. */
export function PeriodChips({ range, onChange }: PeriodChipsProps) {
  const [isChoosing, setChoosing] = useState(false)
  const options = usualPeriods(useToday())
  const chosen = range ? options.find(({ from, to }) => from === range.from && to === range.to)?.value : 'all'

  function chooseRange(days: DayRange) {
    setChoosing(false)
    onChange(days)
  }

  return (
    <div className={styles.periods}>
      <div className={styles.chips}>
        <Chips
          label="Период"
          value={chosen ?? null}
          options={[{ value: 'all', label: 'За всё время' }, ...options]}
          onChange={(value) => {
            const period = options.find((option) => option.value === value)
            onChange(period ? { from: period.from, to: period.to } : null)
          }}
        />
      </div>
      {range && chosen === undefined ? (
        <Button
          variant="secondary"
          size="s"
          icon="calendar"
          aria-label={`Свой период: ${rangeText(range)}`}
          onClick={() => setChoosing(true)}
        >
          {rangeText(range)}
        </Button>
      ) : (
        <IconButton icon="calendar" label="Свой период" onClick={() => setChoosing(true)} />
      )}
      <DateRangeSheet open={isChoosing} onOpenChange={setChoosing} value={range} onApply={chooseRange} />
    </div>
  )
}

function usualPeriods(today: string) {
  const yesterday = addDays(today, -1)
  return [
    { value: 'today', label: 'Сегодня', from: today, to: today },
    { value: 'yesterday', label: 'Вчера', from: yesterday, to: yesterday },
    { value: 'week', label: 'Неделя', ...periodUntil(today, 'week') },
    { value: 'month', label: 'Месяц', ...periodUntil(today, 'month') },
    { value: 'last-month', label: 'Прошлый месяц', ...periodBefore(today, 'month') },
  ]
}
