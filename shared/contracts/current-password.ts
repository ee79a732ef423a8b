import * as z from 'zod/mini'

/** A new password has 200 letters at most. Some keyboards type a letter as up to four code units. */
export const CurrentPassword = z.string().check(z.minLength(1), z.maxLength(800))
