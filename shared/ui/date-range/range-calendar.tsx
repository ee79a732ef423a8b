import { rangeText } from '@portal/contracts/date-text'
import type { DayRange } from '@portal/contracts/day'
import { addDays, periodBefore, periodUntil } from '@portal/shared/calendar'
import { useToday } from '@portal/shared/session/today'
import { Button } from '@portal/shared/ui/button'
import { Icon } from '@portal/shared/ui/icon'
import { useState } from 'react'
import { type DateRange, DayPicker } from 'react-day-picker'
import { ru } from 'react-day-picker/locale'
import styles from './range-calendar.module.css'

type RangeCalendarProps = {
  value: DayRange | null
  onApply: (range: DayRange) => void
}

export function RangeCalendar({ value, onApply }: RangeCalendarProps) {
  const [range, setRange] = useState<DateRange | undefined>(
    value ? { from: toDate(value.from), to: toDate(value.to) } : undefined,
  )
  // The restaurant's, which may have begun before the device's own, or may have yet to begin.
  const today = useToday()
  const now = toDate(today)
  const from = range?.from && toDay(range.from)
  const to = (range?.to && toDay(range.to)) ?? from
  const chosen = from && to ? { from, to } : undefined
  return (
    <div className={styles.calendar}>
      <div className={styles.presets}>
        {presets(today).map(({ name, from, to }) => (
          <Button key={name} variant="secondary" size="s" onClick={() => onApply({ from, to })}>
            {name}
          </Button>
        ))}
      </div>
      <DayPicker
        mode="range"
        locale={ru}
        weekStartsOn={1}
        fixedWeeks
        today={now}
        endMonth={now}
        // A tap after a whole range begins another one.
        resetOnSelect
        selected={range}
        onSelect={setRange}
        defaultMonth={range?.to ?? now}
        disabled={{ after: now }}
        classNames={calendarClasses}
        components={{
          Chevron: ({ orientation }) => <Icon name={orientation === 'left' ? 'chevron-left' : 'chevron-right'} />,
        }}
      />
      <p className={styles.chosen} role="status">
        {chosen ? rangeText(chosen) : 'Выберите первый и последний день'}
      </p>
      <Button full disabled={!chosen} onClick={() => chosen && onApply(chosen)}>
        Показать
      </Button>
    </div>
  )
}

/** Returns frequent periods, which end today (`2026-11-20`) at the latest. Weeks begin on Monday. */
export function presets(today: string): (DayRange & { name: string })[] {
  const yesterday = addDays(today, -1)
  return [
    { name: 'Сегодня', from: today, to: today },
    { name: 'Вчера', from: yesterday, to: yesterday },
    { name: 'Эта неделя', ...periodUntil(today, 'week') },
    { name: 'Прошлая неделя', ...periodBefore(today, 'week') },
    { name: 'Этот месяц', ...periodUntil(today, 'month') },
    { name: 'Прошлый месяц', ...periodBefore(today, 'month') },
  ]
}

const calendarClasses = {
  root: styles.root ?? '',
  months: styles.months ?? '',
  month_caption: styles.caption ?? '',
  nav: styles.nav ?? '',
  button_previous: styles.navButton ?? '',
  button_next: styles.navButton ?? '',
  month_grid: styles.grid ?? '',
  weekday: styles.weekday ?? '',
  day: styles.day ?? '',
  day_button: styles.dayButton ?? '',
  today: styles.today ?? '',
  outside: styles.outside ?? '',
  disabled: styles.disabled ?? '',
  selected: styles.selected ?? '',
  range_start: styles.rangeStart ?? '',
  range_middle: styles.rangeMiddle ?? '',
  range_end: styles.rangeEnd ?? '',
}

/** The calendar counts in the device's own days: `2026-11-20` is its 20th of November, whatever the time zone. */
function toDate(day: string): Date {
  return new Date(`${day}T00:00`)
}

function toDay(date: Date): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return [year, ...[month, day].map((number) => String(number).padStart(2, '0'))].join('-')
}
