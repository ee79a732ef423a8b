import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Rubles, WholeRubles } from './money.ts'
import { Payout } from './payout.ts'
import { oneProof, type Proof, proof } from './proof.ts'
import { hasMatchingWeights, NewShares, SharingWay } from './shares.ts'
import { writtenLines } from './written-text.ts'

/** Characters of a comment, as `countCharacters` counts them. */
export const MAX_COMMENT_LENGTH = 100

const NewPayoutBase = {
  rest_id: z.string(),
  amount: WholeRubles,
  comment: z.optional(writtenLines(MAX_COMMENT_LENGTH)),
  /** A code that was sent without an order is accepted for at most 5 000 ₽ to one recipient. */
  ...proof,
  /** For users without access to their phone: an operator decides about an unusual order, without a second code. */
  hold_if_unusual: z.optional(z.boolean()),
}

/** `fee`: the employee's fee that the page has shown. 422 `quote_changed` if it has changed since. */
const payout = { kind: z.literal('payout'), binding_id: z.string(), fee: z.optional(Rubles) }

/** One sum for several colleagues. The server computes the parts again and compares them. */
const sharing = { kind: z.literal('sharing'), way: SharingWay, shares: NewShares }
const matchingWeights = z.refine<Parameters<typeof hasMatchingWeights>[0]>(hasMatchingWeights, {
  path: ['shares'],
  params: { code: 'weights_of_way' },
})

export const NewPayout = z.discriminatedUnion('kind', [
  z.strictObject({ ...NewPayoutBase, ...payout }).check(oneProof),
  z.strictObject({ ...NewPayoutBase, kind: z.literal('transfer'), recipient_employee_id: z.string() }).check(oneProof),
  z.strictObject({ ...NewPayoutBase, ...sharing }).check(oneProof, matchingWeights),
])
export type NewPayout = z.infer<typeof NewPayout>

const OrderBase = { rest_id: z.string(), amount: WholeRubles }

/** The part of an order that a code confirms: the amount, the destination and the current fee. */
export const OrderToConfirm = z.discriminatedUnion('kind', [
  z.strictObject({ ...OrderBase, ...payout }),
  z.strictObject({ ...OrderBase, kind: z.literal('transfer'), recipient_employee_id: z.string() }),
  z.strictObject({ ...OrderBase, ...sharing }).check(matchingWeights),
])
export type OrderToConfirm = z.infer<typeof OrderToConfirm>

/** The part of an order that the user confirms and that an idempotency key stands for, without the proof. */
export type MoneyOrder = NewPayout extends infer Each
  ? Each extends unknown
    ? Omit<Each, keyof Proof | 'hold_if_unusual'>
    : never
  : never

/**
 * Errors of each order: 422 `insufficient_funds`, `limit_exceeded`, `too_many_orders`, `below_minimum`. 422
 * `quote_changed`: the fee differs from the fee that was shown or confirmed. 422 `binding_blocked`. 422
 * `binding_unsupported`: the restaurant's provider does not pay to this card. 403: only the default employee may
 * transfer. Errors of the proof: 422 `otp_invalid`, 410 `otp_expired`, 422 `passkey_invalid`, 410 `passkey_expired`; a
 * proof for another order counts as expired or invalid. Errors of a sharing: 422 `shares_differ` if a part differs from
 * the result of its `way`, `share_below_minimum` below 1 ₽, `percent_not_100`, `recipient_is_self`,
 * `recipient_repeated`; 404 if a colleague has left. 422 `confirm_again`: the order is unusual and its proof is used
 * up. Send the order again within a quarter of an hour with a new proof. If the first proof was a passkey, the second
 * one must be a code, which may be sent immediately. With `hold_if_unusual` an operator decides about such an order
 * instead: 201 with `review: 'open'`. `Idempotency-Key` does not cover `code`, `passkey` and `hold_if_unusual`: after a
 * lost response the order may be sent again with other values of these.
 */
export const createPayout = endpoint({
  method: 'POST',
  path: '/user/payout',
  summary: 'Withdraw to a card or СБП phone, or transfer to a colleague',
  access: 'user',
  priority: 'money',
  body: NewPayout,
  response: Payout,
  status: 201,
  idempotent: true,
})
