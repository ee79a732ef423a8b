import * as z from 'zod/mini'
import { Day, Moment } from './day.ts'
import { endpoint } from './endpoint.ts'
import { Rubles } from './money.ts'
import { comparisons } from './period.ts'

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
  /** What it is compared with: at most as many days, none of them of the period. */
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

/** A guest's tip as the payment side books it. The same `external_id` again changes nothing, except that `pending` may become `completed`. */
export const IncomingTip = z.strictObject({
  external_id: z.string().check(z.minLength(1), z.maxLength(100)),
  employee_id: z.string(),
  amount: Rubles.check(z.positive(), z.maximum(1_000_000)),
  paid_at: Moment,
  status: z._default(z.enum(['pending', 'completed']), 'completed'),
  rating: z.optional(z.int().check(z.minimum(1), z.maximum(5))),
  comment: z.optional(z.string().check(z.maxLength(500))),
})
export type IncomingTip = z.infer<typeof IncomingTip>

export const ingestTips = endpoint({
  method: 'POST',
  path: '/ingest/tips',
  summary: 'Book guests’ tips; idempotent by external_id, at most 1,000 a call, all or none',
  access: 'service',
  priority: 'money',
  body: z.strictObject({ tips: z.array(IncomingTip).check(z.minLength(1), z.maxLength(1000)) }),
  response: z.object({ booked: z.int(), repeated: z.int() }),
})
