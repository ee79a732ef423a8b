import * as z from 'zod/mini'
import { AsOf, endpoint, list, Page } from './endpoint.ts'
import { Rubles } from './money.ts'

/** The minimum of a withdrawal, for a page that has not loaded the terms. */
export const MIN_PAYOUT_RUBLES = 100

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
  /** A short number that users read out to the support. */
  number: z.string(),
  /** A sharing is one `transfer`, to «5 сотрудникам». `getSharing` has its parts. */
  kind: z.enum(['payout', 'transfer']),
  amount: Rubles,
  /** The part of the fee that the employee pays. */
  fee: Rubles,
  /** The part of the fee that the restaurant pays in addition. Absent if it bears none. */
  restaurant_fee: z.optional(Rubles),
  /** The amount that arrives: `amount` less `fee`. */
  net: Rubles,
  status: PayoutStatus,
  reason: z.optional(PayoutReason),
  /**
   * Set for an unusual order. `open`: its `status` is `pending`, and its money is held until an operator decides.
   * `rejected`: its `status` is `canceled`.
   */
  review: z.optional(z.enum(['open', 'released', 'rejected'])),
  destination: z.object({ type: z.enum(['card', 'sbp', 'employee']), title: z.string() }),
  /** Ordered by the user's rule of automatic withdrawals (`auto-withdrawal.ts`). */
  automatic: z.optional(z.literal(true)),
  /** The method it was paid to, for «Повторить»; absent for a transfer. */
  binding_id: z.optional(z.string()),
  restaurant: z.object({ id: z.string(), name: z.string() }),
  /** The bank's reference number. */
  rrn: z.optional(z.string()),
  created_at: z.iso.datetime({ offset: true }),
  /**
   * When a payout that is on its way arrives as a rule. Absent while the support checks it, and in an API of the
   * previous version.
   */
  expected_at: z.optional(z.iso.datetime({ offset: true })),
  completed_at: z.optional(z.iso.datetime({ offset: true })),
  timeline: z.array(z.object({ status: PayoutStatus, at: z.iso.datetime({ offset: true }) })),
})
export type Payout = z.infer<typeof Payout>

export const listPayouts = endpoint({
  method: 'GET',
  path: '/user/payout',
  summary: 'List the user’s payouts and transfers, newest first',
  access: 'user',
  query: z.object({ page: Page, as_of: AsOf, restId: z.optional(z.string()) }),
  response: list(Payout),
})

export const getPayout = endpoint({
  method: 'GET',
  path: '/user/payout/:id',
  summary: 'Get one payout with its current status, for the receipt',
  access: 'user',
  priority: 'money',
  params: z.object({ id: z.string() }),
  response: Payout,
})

/**
 * Finds a confirmed payout or transfer whose response was lost. 404 if no payout has been created under this key; a
 * request that is still running may create one later.
 */
export const findPayoutByKey = endpoint({
  method: 'GET',
  path: '/user/payout/by-key/:key',
  summary: 'Find the payout that was created under an `Idempotency-Key`',
  access: 'user',
  priority: 'money',
  params: z.object({ key: z.string() }),
  response: Payout,
})
