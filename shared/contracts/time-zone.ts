import * as z from 'zod/mini'

/** A time zone by its name: `Europe/Moscow`. */
export const TimeZone = z.string().check(
  z.maxLength(100),
  z.refine<string>((name) => isTimeZone(name), { params: { code: 'time_zone' } }),
)

/**
 * Whether it is a name of the IANA database, so no `+03:00` and no abbreviation. PostgreSQL may not know the name; code
 * that stores one checks that.
 */
function isTimeZone(name: string): boolean {
  if (!/^[A-Z][\w+-]+(\/[\w+-]+)+$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
