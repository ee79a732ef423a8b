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
  /** From Monday, 1, to Sunday, 7. `days`: those of them with tips. */
  weekdays: z.array(z.object({ weekday: z.int(), average: Rubles, days: z.int() })),
  /** The weekday with the highest average, of those with tips on three days at least. */
  best_weekday: z.nullable(z.int()),
  /** From 0 to 23, by the clock of each restaurant. `average`: of all days with tips, also those without any in this hour. */
  hours: z.array(z.object({ hour: z.int(), average: Rubles, days: z.int() })),
  /** The hour that brings most, of those with tips on three days at least. */
  best_hour: z.nullable(z.int()),
})

/** The tips of a day, those without tips included: of the last 28 whole days, or since the first tips when these came later. */
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
  /** The day on which it is reached at this pace. Null: it is reached, or there is no pace, or it would take ten years. */
  reached_on: z.nullable(z.iso.date()),
})
export type GoalOutlook = z.infer<typeof GoalOutlook>

export const TipsTrend = z.object({
  /** At the restaurant; of several, where the day begins first. */
  today: z.iso.date(),
  /** From the month of the first tips, a year ago at most, to this one; also those without tips. Empty: there were never any. */
  months: z.array(MonthOfTips),
  /** This month until today, and the same days of the one before. */
  this_month: z.extend(Range, { total: Rubles, previous: z.extend(Range, { total: Rubles }) }),
  /** Of the last twelve weeks, or since the first tips. Null: there is no whole day with tips. */
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
    /** Without it: of all the user’s restaurants. */
    restId: z.optional(z.string()),
  }),
  response: TipsTrend,
})
