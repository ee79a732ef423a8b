import { addDays, type DayRange } from '@portal/contracts/period'
import type { Place } from './repository.ts'

/** The days that a trend depends on, of one or several places. `yesterday` is over at all of them; `firstDay`: of the first tips. */
export type TrendDays = { today: string; yesterday: string; firstDay: string | undefined }

export function daysOf(places: readonly Place[], now: Date): TrendDays {
  const todays = places.map(({ today }) => today).sort()
  // A user without a restaurant has no restaurant's day.
  const utc = now.toISOString().slice(0, 10)
  const firstDays = places.flatMap(({ first_day }) => first_day ?? []).sort()
  return { today: todays.at(-1) ?? utc, yesterday: addDays(todays[0] ?? utc, -1), firstDay: firstDays[0] }
}

/** The last whole days, but none before the first tips. Null: there is none yet. */
export function lastDays(count: number, { yesterday, firstDay }: TrendDays): DayRange | null {
  if (firstDay === undefined || firstDay > yesterday) return null
  const from = addDays(yesterday, 1 - count)
  return { from: firstDay > from ? firstDay : from, to: yesterday }
}

/** `2026-09-30`, `2026-11-02` → `2026-09`, `2026-10`, `2026-11`; of more than `max` the last ones. */
export function monthsUntil(from: string, to: string, max: number): string[] {
  const months: string[] = []
  for (let day = to; day.slice(0, 7) >= from.slice(0, 7) && months.length < max; day = addDays(`${months[0]}-01`, -1)) {
    months.unshift(day.slice(0, 7))
  }
  return months
}
