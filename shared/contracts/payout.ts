import * as z from 'zod/mini'
import { AsOf, endpoint, list, Page } from './endpoint.ts'
import { Rubles } from './money.ts'

export const PayoutStatus = z.enum(['pending', 'processing', 'succeeded', 'canceled'])
export type PayoutStatus = z.infer<typeof PayoutStatus>

export const PayoutReason = z.enum([
  'recipient_check_failed',
  'limit_exceeded',
  'card_invalid',
  'bank_unavailable',
  'general_decline',
])
export type PayoutReason = z.infer<typeof PayoutReason>

export const Payout = z.object({
  id: z.string(),
  /** What a person reads out to support. */
  number: z.string(),
  /** A sum that was shared is one transfer, to «5 сотрудникам»; `sharing.ts` has its parts. */
  kind: z.enum(['payout', 'transfer']),
  amount: Rubles,
  /** What the employee pays of the fee. */
  fee: Rubles,
  /** What the restaurant pays beside it, where it bears a share. */
  restaurant_fee: z.optional(Rubles),
  /** What arrives: `amount` less `fee`. */
  net: Rubles,
  status: PayoutStatus,
  reason: z.optional(PayoutReason),
  /**
   * An unusual order has it: `open` is `pending`, its money held until an operator decides; `rejected` is `canceled`.
   */
  review: z.optional(z.enum(['open', 'released', 'rejected'])),
  destination: z.object({ type: z.enum(['card', 'sbp', 'employee']), title: z.string() }),
  /** Ordered by the user's rule of automatic withdrawals (`auto-withdrawal.ts`). */
  automatic: z.optional(z.literal(true)),
  /** The binding it was paid to, for «Повторить»; absent for a transfer. */
  binding_id: z.optional(z.string()),
  restaurant: z.object({ id: z.string(), name: z.string() }),
  /** The bank's reference number. */
  rrn: z.optional(z.string()),
  created_at: z.iso.datetime({ offset: true }),
  completed_at: z.optional(z.iso.datetime({ offset: true })),
  timeline: z.array(z.object({ status: PayoutStatus, at: z.iso.datetime({ offset: true }) })),
})
export type Payout = z.infer<typeof Payout>

export const listPayouts = endpoint({
  method: 'GET',
  path: '/user/payout',
  summary: 'Payouts and transfers, newest first',
  access: 'user',
  query: z.object({ page: Page, as_of: AsOf, restId: z.optional(z.string()) }),
  response: list(Payout),
})

export const getPayout = endpoint({
  method: 'GET',
  path: '/user/payout/:id',
  summary: 'One payout, for its receipt and live status',
  access: 'user',
  priority: 'money',
  params: z.object({ id: z.string() }),
  response: Payout,
})

/**
 * Finds a confirmed payout or transfer whose response was lost, by its `Idempotency-Key`. 404 if no payout was created
 * under this key; a call still on its way may create one later.
 */
export const findPayoutByKey = endpoint({
  method: 'GET',
  path: '/user/payout/by-key/:key',
  summary: 'The payout created under an idempotency key',
  access: 'user',
  priority: 'money',
  params: z.object({ key: z.string() }),
  response: Payout,
})
