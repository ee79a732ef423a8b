import * as z from 'zod/mini'

/** New passwords have at most 200 letters, and some keyboards type a letter as up to four code units. */
export const CurrentPassword = z.string().check(z.minLength(1), z.maxLength(800))
