import * as z from 'zod/mini'
import { comparisons, Day } from './day.ts'
import { endpoint } from './endpoint.ts'
import { Rubles } from './money.ts'

const TipsPeriod = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  total: Rubles,
  count: z.int(),
  /** Every day of the period, also those without tips. */
  days: z.array(z.object({ date: z.iso.date(), amount: Rubles, count: z.int() })),
})

export const TipsStats = z.extend(TipsPeriod, {
  /** Average of a day of the period, rubles. */
  average_day: Rubles,
  /** The period it is compared with: at most as many days, all outside this period. */
  previous: TipsPeriod,
})
export type TipsStats = z.infer<typeof TipsStats>

export const getTipsStats = endpoint({
  method: 'GET',
  path: '/user/tips/stats',
  summary: 'Tips by day, with the period that they are compared with; at most 366 days',
  access: 'user',
  priority: 'background',
  query: z.object({
    restId: z.string(),
    from: Day,
    to: Day,
    /**
     * The previous period: as many `days` just before, or the same days of the `week` or `month` before. Without it the
     * same days for a period that begins with a week or a month and stays in it, else as many days.
     */
    compare: z.optional(z.enum(comparisons)),
  }),
  response: TipsStats,
})
