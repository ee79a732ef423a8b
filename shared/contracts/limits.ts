import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Rubles } from './money.ts'
import { LoweredLimit } from './payout-method.ts'

/** Rubles: how much may be ordered in a period, and how much of that is left. */
const PeriodLimit = z.object({ limit: Rubles, left: Rubles })

/** Rubles. Days and months begin by the restaurant's clock. Canceled orders do not count. */
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
  summary: 'Get the limits of withdrawals and transfers at a restaurant: of one order, of a day and of a month',
  access: 'user',
  params: z.object({ restId: z.string() }),
  response: z.object({ payout: OrderLimits, transfer: z.nullable(OrderLimits) }),
})
