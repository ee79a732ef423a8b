import * as z from 'zod/mini'

/** A time zone by its name: `Europe/Moscow`. */
export const TimeZone = z.string().check(
  z.maxLength(100),
  z.refine<string>((name) => isTimeZone(name), { params: { code: 'time_zone' } }),
)

/**
 * Whether it is a name of the IANA database; `+03:00` and abbreviations are not. Code that stores a name also checks
 * that PostgreSQL knows it.
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
