import * as z from 'zod/mini'

/** A day at the restaurant, in this century: `2026-11-20`. */
export const Day = z.iso.date().check(z.regex(/^20/))

/**
 * A time in this century with its offset from UTC: `2026-11-20T22:30:00+03:00`.
 */
export const Moment = z.iso.datetime({ offset: true }).check(z.regex(/^20/))

/** Days of the restaurant, both included: `2026-11-20`. */
export type DayRange = { from: string; to: string }

/** What a period is compared with: as many days just before it, or the same days of the previous week or month. */
export const comparisons = ['days', 'week', 'month'] as const
export type Comparison = (typeof comparisons)[number]
