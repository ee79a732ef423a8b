import { addDays } from '@portal/contracts/calendar'

/** A Friday evening, in the middle of a shift. */
export const now = '2026-11-20T19:40:00+03:00'

/** `daysAgo(1)` → `2026-11-19`: a day of the restaurant. */
export function daysAgo(days: number): string {
  return addDays('2026-11-20', -days)
}

/** `at(1, '18:20')` → `2026-11-19T18:20:00+03:00` */
export function at(days: number, time: string): string {
  return `${daysAgo(days)}T${time}:00+03:00`
}
