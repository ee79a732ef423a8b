import { addDays, dayIn, monthsUntil } from '@portal/contracts/calendar'
import type { DayRange } from '@portal/contracts/day'
import type { TrendEmployee } from './repository.ts'

/** This month and the twelve before. */
const MAX_MONTHS = 13

/**
 * The days of a trend of one or several restaurants. `yesterday` is over at all of them. `firstDay` is the day of the
 * first tips, `firstShown` that of the first tips or the first entry in the diary.
 */
export type TrendDays = {
  today: string
  yesterday: string
  firstDay: string | undefined
  firstShown: string | undefined
}

export function trendDays(employees: readonly TrendEmployee[], now: Date): TrendDays {
  const todays = employees.map(({ today }) => today).sort()
  // For a user without a restaurant, the day is that of UTC.
  const utc = dayIn('UTC', now)
  const firstDays = employees.flatMap(({ first_day }) => first_day ?? []).sort()
  const firstShown = employees.flatMap(({ first_shown }) => first_shown ?? []).sort()
  return {
    today: todays.at(-1) ?? utc,
    yesterday: addDays(todays[0] ?? utc, -1),
    firstDay: firstDays[0],
    firstShown: firstShown[0],
  }
}

/** The months from `firstShown` to today's, without those that are too long ago. */
export function trendMonths({ today, firstShown }: Pick<TrendDays, 'today' | 'firstShown'>): string[] {
  return firstShown === undefined ? [] : monthsUntil(firstShown, today, MAX_MONTHS)
}

/** The first day of the months that a trend can have. */
export function firstTrendDay(today: string): string {
  return `${trendMonths({ today, firstShown: '2000-01-01' })[0]}-01`
}

/** The last whole days, but not before the first tips. Null if there is no such day yet. */
export function lastDays(count: number, { yesterday, firstDay }: TrendDays): DayRange | null {
  if (firstDay === undefined || firstDay > yesterday) return null
  const from = addDays(yesterday, 1 - count)
  return { from: firstDay > from ? firstDay : from, to: yesterday }
}
