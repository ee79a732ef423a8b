import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Rubles, WholeRubles } from './money.ts'

const Range = z.object({ from: z.iso.date(), to: z.iso.date() })

/** A calendar month, `2026-11`. `days`: those with tips. */
const MonthOfTips = z.object({
  month: z.string().check(z.regex(/^\d{4}-\d{2}$/)),
  total: Rubles,
  count: z.int(),
  days: z.int(),
})

/** Whole days, without the one that is not over. `days`: those with tips; every `average` is that of such a day. */
const TipHabits = z.extend(Range, {
  days: z.int(),
  /** From Monday, 1, to Sunday, 7. `days` counts such weekdays with tips. */
  weekdays: z.array(z.object({ weekday: z.int(), average: Rubles, days: z.int() })),
  /** The weekday with the highest average, of those with tips on three days at least. */
  best_weekday: z.nullable(z.int()),
  /**
   * Hours from 0 to 23 by each restaurant's clock. `average` is over all days with tips, also days without any in this
   * hour.
   */
  hours: z.array(z.object({ hour: z.int(), average: Rubles, days: z.int() })),
  /** The hour that brings most, of those with tips on three days at least. */
  best_hour: z.nullable(z.int()),
})

/**
 * Mean tips of a day, over the last 28 whole days, or since the first tips if these came later. Days without tips
 * count.
 */
const Pace = z.extend(Range, { average_day: Rubles })

/** The user's goal: tips of all restaurants, whichever are shown. */
const GoalOutlook = z.object({
  name: z.string(),
  amount: WholeRubles,
  earned: Rubles,
  /** What is still missing; 0: it is reached. */
  left: Rubles,
  /** The day on which the goal was set: tips count from then on. */
  since: z.iso.date(),
  /** Null: the first tips came less than a week ago. */
  pace: z.nullable(Pace),
  /**
   * The day when the goal is reached at this pace. Null if it is reached, without a pace, or if it would take ten
   * years.
   */
  reached_on: z.nullable(z.iso.date()),
})
export type GoalOutlook = z.infer<typeof GoalOutlook>

export const TipsTrend = z.object({
  /** At the restaurant; of several, where the day begins first. */
  today: z.iso.date(),
  /**
   * From the month of the first tips, at most a year ago, to this month, with months without tips. Empty before any
   * tips.
   */
  months: z.array(MonthOfTips),
  /** This month until today, and the same days of the one before. */
  this_month: z.extend(Range, { total: Rubles, previous: z.extend(Range, { total: Rubles }) }),
  /** Covers the last twelve weeks, or the time since the first tips. Null without a whole day with tips. */
  habits: z.nullable(TipHabits),
  goal: z.nullable(GoalOutlook),
})
export type TipsTrend = z.infer<typeof TipsTrend>

export const getTipsTrend = endpoint({
  method: 'GET',
  path: '/user/tips/trend',
  summary: 'Tips by month, by day of the week and by hour, and when the goal is reached',
  access: 'user',
  priority: 'background',
  query: z.object({
    /** Without an id, covers all the user’s restaurants. */
    restId: z.optional(z.string()),
  }),
  response: TipsTrend,
})
