import { addDays, dayIn } from '@portal/contracts/calendar'
import type { DayRange } from '@portal/contracts/day'
import type { Place } from './repository.ts'

/**
 * The days that a trend depends on, of one or several places. `yesterday` is over at all of them; `firstDay`:
 * of the first tips.
 */
export type TrendDays = { today: string; yesterday: string; firstDay: string | undefined }

export function daysOf(places: readonly Place[], now: Date): TrendDays {
  const todays = places.map(({ today }) => today).sort()
  // A user without a restaurant has no restaurant's day.
  const utc = dayIn('UTC', now)
  const firstDays = places.flatMap(({ first_day }) => first_day ?? []).sort()
  return { today: todays.at(-1) ?? utc, yesterday: addDays(todays[0] ?? utc, -1), firstDay: firstDays[0] }
}

/** The last whole days, but none before the first tips. Null: there is none yet. */
export function lastDays(count: number, { yesterday, firstDay }: TrendDays): DayRange | null {
  if (firstDay === undefined || firstDay > yesterday) return null
  const from = addDays(yesterday, 1 - count)
  return { from: firstDay > from ? firstDay : from, to: yesterday }
}
