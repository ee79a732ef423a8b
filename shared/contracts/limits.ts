import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Rubles } from './money.ts'
import { LoweredLimit } from './payout-method.ts'

/** Rubles of a period: how much may be ordered in it, and how much of that still may. */
const PeriodLimit = z.object({ limit: Rubles, left: Rubles })

/** Rubles. A day and a month are those of the restaurant; orders that were canceled do not count. */
export const OrderLimits = z.object({
  min: Rubles,
  /** The largest amount of one order. */
  max: Rubles,
  day: PeriodLimit,
  month: PeriodLimit,
  /** Limits all wallets of the user together for a day after the password was recovered or the phone was changed. */
  lowered: z.optional(z.extend(LoweredLimit, PeriodLimit.shape)),
})
export type OrderLimits = z.infer<typeof OrderLimits>

/** `transfer` is null for an employee who is not the default one. */
export const getLimits = endpoint({
  method: 'GET',
  path: '/payouts/limits/:restId',
  summary: 'Limits of withdrawals and transfers at a restaurant: an order, a day and a month',
  access: 'user',
  params: z.object({ restId: z.string() }),
  response: z.object({ payout: OrderLimits, transfer: z.nullable(OrderLimits) }),
})
