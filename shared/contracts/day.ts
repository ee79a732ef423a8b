import * as z from 'zod/mini'

/** A day at the restaurant, of this century: `2026-11-20`. The days beside it are days too. */
export const Day = z.iso.date().check(z.regex(/^20/))

/** A time of this century with its offset: `2026-11-20T22:30:00+03:00`. Its day is a day that can be stored and shown. */
export const Moment = z.iso.datetime({ offset: true }).check(z.regex(/^20/))

/** The day of a moment by the clock of a time zone: `2026-11-20T22:30:00Z` in `Europe/Moscow` → `2026-11-21`. */
export function dayIn(timeZone: string, moment: Date): string {
  // The Swedish locale formats a day as ISO 8601.
  return moment.toLocaleDateString('sv-SE', { timeZone })
}
