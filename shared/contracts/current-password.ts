import * as z from 'zod/mini'

/** New passwords have at most 200 letters. Some keyboards type one letter as up to four code units: 200 × 4. */
export const CurrentPassword = z.string().check(z.minLength(1), z.maxLength(800))
