import * as z from 'zod/mini'

/** A day at the restaurant, of this century: `2026-11-20`. The days beside it are days too. */
export const Day = z.iso.date().check(z.regex(/^20/))

/**
 * A time of this century with its offset: `2026-11-20T22:30:00+03:00`. Its day is a day that can be stored and shown.
 */
export const Moment = z.iso.datetime({ offset: true }).check(z.regex(/^20/))

/** Days of the restaurant, both included: `2026-11-20`. */
export type DayRange = { from: string; to: string }

/** What a period is compared with: as many days just before it, or the same days of the week or of the month before. */
export const comparisons = ['days', 'week', 'month'] as const
export type Comparison = (typeof comparisons)[number]
