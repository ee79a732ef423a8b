import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Rubles } from './money.ts'

export const Balance = z.object({
  /** Average tip of the last 90 days, rubles. */
  avg_sum: Rubles,
  /** Ready to be withdrawn, rubles. */
  balance: Rubles,
  /** Booked and not yet cleared, rubles. */
  pending: Rubles,
  /** Rubles of withdrawn tips that were taken back later. Later tips pay this debt. Absent without a debt. */
  debt: z.optional(Rubles),
  updated_at: z.iso.datetime({ offset: true }),
})
export type Balance = z.infer<typeof Balance>

export const getTotalBalance = endpoint({
  method: 'GET',
  path: '/user/balance',
  summary: 'Get the user’s balance over all restaurants',
  access: 'user',
  priority: 'session',
  response: Balance,
})

export const getBalance = endpoint({
  method: 'GET',
  path: '/user/balance/:restId',
  summary: 'Get the user’s balance at one restaurant',
  access: 'user',
  priority: 'session',
  params: z.object({ restId: z.string() }),
  response: Balance,
})
