import * as z from 'zod/mini'

/** A day at the restaurant, of this century: `2026-11-20`. The days beside it are days too. */
export const Day = z.iso.date().check(z.regex(/^20/))
