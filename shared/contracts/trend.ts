import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Rubles, WholeRubles } from './money.ts'

const Range = z.object({ from: z.iso.date(), to: z.iso.date() })

/** A calendar month, such as `2026-11`. `days` counts days with tips. */
const MonthOfTips = z.object({
  month: z.string().check(z.regex(/^\d{4}-\d{2}$/)),
  total: Rubles,
  count: z.int(),
  days: z.int(),
  /** The sums of the user's diary, which are no part of `total`. Absent if the diary has no day of this month. */
  diary: z.optional(
    z.object({
      hours: z.number(),
      cash: Rubles,
      /** Tips and cash of the days with hours, divided by these hours. Null if no day has hours. */
      per_hour: z.nullable(Rubles),
    }),
  ),
})

/** The highest cash of a day. More is a slip of the finger. */
export const MAX_CASH_RUBLES = 100_000

/** Whole quarters, as timesheets have them: `7.75`. */
export const Hours = z.number().check(
  z.minimum(0),
  z.maximum(24),
  z.refine((hours) => Number.isInteger(hours * 4)),
)

/** What the user wrote about a day at a restaurant, which is shown to this user only. */
const DiaryDay = z.object({
  rest_id: z.string(),
  day: z.iso.date(),
  hours: z.nullable(Hours),
  /** Whole rubles. */
  cash: z.nullable(z.int().check(z.minimum(0), z.maximum(MAX_CASH_RUBLES))),
})
export type DiaryDay = z.infer<typeof DiaryDay>

/** The days that the user has written about, in their order. `from` is the first day that the diary accepts. */
const Diary = z.object({ from: z.iso.date(), days: z.array(DiaryDay) })
export type Diary = z.infer<typeof Diary>

/** Covers whole days, without today. `days` counts days with tips, and each `average` is the mean of such days. */
const TipHabits = z.extend(Range, {
  days: z.int(),
  /** `weekday` is 1 on Monday and 7 on Sunday. `days` counts such weekdays with tips. */
  weekdays: z.array(z.object({ weekday: z.int(), average: Rubles, days: z.int() })),
  /** The weekday with the highest average. Only weekdays with tips on at least three days are compared. */
  best_weekday: z.nullable(z.int()),
  /**
   * Hours from 0 to 23 by each restaurant's clock. `average` is the mean of all days with tips, also of those without
   * tips in this hour.
   */
  hours: z.array(z.object({ hour: z.int(), average: Rubles, days: z.int() })),
  /** The hour with the highest average. Only hours with tips on at least three days are compared. */
  best_hour: z.nullable(z.int()),
})

/**
 * The mean tips of a day in the last 28 whole days, or since the first tips if these came later. Days without tips
 * count.
 */
const Pace = z.extend(Range, { average_day: Rubles })

/** The user's goal. It counts tips and cash of all restaurants, even if the response is about one restaurant. */
const GoalOutlook = z.object({
  name: z.string(),
  amount: WholeRubles,
  earned: Rubles,
  /** How much of `earned` is cash. An API of an earlier version does not return it. */
  cash: z.optional(Rubles),
  /** Rubles that are still missing; 0 if the goal is reached. */
  left: Rubles,
  /** The day on which the goal was set. Tips since this day count. */
  since: z.iso.date(),
  /** Null if the first tips came less than a week ago. */
  pace: z.nullable(Pace),
  /**
   * The day on which the goal will be reached at this pace. Null if it is already reached, if there is no pace, or if
   * it would take more than ten years.
   */
  reached_on: z.nullable(z.iso.date()),
})
export type GoalOutlook = z.infer<typeof GoalOutlook>

export const TipsTrend = z.object({
  /** Today at the restaurant. For several restaurants: today where the day begins first. */
  today: z.iso.date(),
  /**
   * The months from the first tips or the first day of the diary, at most a year ago, to this month, including months
   * without tips. Empty before the first of either.
   */
  months: z.array(MonthOfTips),
  /** This month until today, and the same days of the previous month. */
  this_month: z.extend(Range, { total: Rubles, previous: z.extend(Range, { total: Rubles }) }),
  /** Covers the last twelve weeks, or the time since the first tips. Null if no whole day has tips. */
  habits: z.nullable(TipHabits),
  goal: z.nullable(GoalOutlook),
  /** Absent in an API of an earlier version. */
  diary: z.optional(Diary),
})
export type TipsTrend = z.infer<typeof TipsTrend>

export const getTipsTrend = endpoint({
  method: 'GET',
  path: '/user/tips/trend',
  summary: 'Get the tips by month, by weekday and by hour, and when the goal will be reached',
  access: 'user',
  priority: 'background',
  query: z.object({
    /** Absent: all restaurants of the user. */
    restId: z.optional(z.string()),
  }),
  response: TipsTrend,
})

/**
 * Replaces the hours, the cash or both that the diary has about a day; null and 0 remove it. What is absent stays, so
 * that two open pages do not overwrite each other. The last request wins. 422 `day_out_of_range` on
 * `day`: it is in the future at the restaurant, or before the months of the trend.
 */
export const saveDiaryDay = endpoint({
  method: 'POST',
  path: '/user/tips/diary',
  summary: 'Write the hours and the cash tips of a day into the user’s private diary',
  access: 'user',
  body: z.strictObject({
    ...DiaryDay.shape,
    hours: z.optional(DiaryDay.shape.hours),
    cash: z.optional(DiaryDay.shape.cash),
  }),
  response: null,
})
