import * as z from 'zod/mini'
import { comparisons, Day } from './day.ts'
import { endpoint } from './endpoint.ts'
import { Rubles } from './money.ts'

const TipsPeriod = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  total: Rubles,
  count: z.int(),
  /** Every day of the period, including days without tips. */
  days: z.array(z.object({ date: z.iso.date(), amount: Rubles, count: z.int() })),
})

export const TipsStats = z.extend(TipsPeriod, {
  /** Average of a day of the period, rubles. */
  average_day: Rubles,
  /**
   * What colleagues have passed on in the period, on top of `total`. An API of the previous version does not send it.
   */
  shares: z.optional(Rubles),
  /** The period to compare with. It has at most as many days, all before this period. */
  previous: TipsPeriod,
})
export type TipsStats = z.infer<typeof TipsStats>

export const getTipsStats = endpoint({
  method: 'GET',
  path: '/user/tips/stats',
  summary: 'Get the tips of each day of a period and of the period before it; at most 366 days',
  access: 'user',
  priority: 'background',
  query: z.object({
    restId: z.string(),
    from: Day,
    to: Day,
    /**
     * How the previous period is chosen: as many `days` just before, or the same days of the previous `week` or
     * `month`. By default the previous week or month if the period begins with a week or a month and does not leave it,
     * and otherwise as many days.
     */
    compare: z.optional(z.enum(comparisons)),
  }),
  response: TipsStats,
})
