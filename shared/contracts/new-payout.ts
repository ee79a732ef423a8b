import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Rubles, WholeRubles } from './money.ts'
import { Payout } from './payout.ts'
import { oneProof, type Proof, proof } from './proof.ts'
import { hasWeightsOfWay, NewShares, SharingWay } from './shares.ts'
import { writtenLines } from './written-text.ts'

/** Characters of a comment, as `countCharacters` counts them. */
export const commentMaxLength = 100

const NewPayoutBase = {
  rest_id: z.string(),
  amount: WholeRubles,
  comment: z.optional(writtenLines(commentMaxLength)),
  /** The code may also be one that was sent without an order if the amount is at most 5 000 ₽, for one recipient. */
  ...proof,
  /**
   * An operator decides about an unusual order instead of a second confirmation, because the user has no access to the
   * phone.
   */
  hold_if_unusual: z.optional(z.boolean()),
}

/** `fee`: what the page has shown that it costs the employee. Another fee by now is 422 `quote_changed`. */
const payout = { kind: z.literal('payout'), binding_id: z.string(), fee: z.optional(Rubles) }

/** One sum for several colleagues: a transfer whose parts the server computes again. */
const sharing = { kind: z.literal('sharing'), way: SharingWay, shares: NewShares }
const weightsOfWay = z.refine<Parameters<typeof hasWeightsOfWay>[0]>(hasWeightsOfWay, {
  path: ['shares'],
  params: { code: 'weights_of_way' },
})

export const NewPayout = z.discriminatedUnion('kind', [
  z.strictObject({ ...NewPayoutBase, ...payout }).check(oneProof),
  z.strictObject({ ...NewPayoutBase, kind: z.literal('transfer'), recipient_employee_id: z.string() }).check(oneProof),
  z.strictObject({ ...NewPayoutBase, ...sharing }).check(oneProof, weightsOfWay),
])
export type NewPayout = z.infer<typeof NewPayout>

const OrderBase = { rest_id: z.string(), amount: WholeRubles }

/**
 * What a code confirms of an order: it holds only for this amount, this destination and the present fee.
 */
export const OrderToConfirm = z.discriminatedUnion('kind', [
  z.strictObject({ ...OrderBase, ...payout }),
  z.strictObject({ ...OrderBase, kind: z.literal('transfer'), recipient_employee_id: z.string() }),
  z.strictObject({ ...OrderBase, ...sharing }).check(weightsOfWay),
])
export type OrderToConfirm = z.infer<typeof OrderToConfirm>

/** What a person confirms and an idempotency key stands for: the rest is the way in which it is confirmed. */
export type MoneyOrder = NewPayout extends infer Each
  ? Each extends unknown
    ? Omit<Each, keyof Proof | 'hold_if_unusual'>
    : never
  : never

/**
 * 422 `insufficient_funds`, `limit_exceeded`, `too_many_orders`, `below_minimum`, `otp_invalid`; 422 `binding_blocked`,
 * `binding_unsupported`: a card that the restaurant's provider does not pay to; 410 `otp_expired`, also for a code that
 * was sent for another order; 422 `quote_changed`: the fee is another one than was shown or confirmed; 422
 * `passkey_invalid`, 410 `passkey_expired`, also for another order; 403 for a transfer
 * by a non-default employee. Of a sharing: 422 `shares_differ` where a part is not what the way makes of the sum,
 * `share_below_minimum` below 1 ₽, `percent_not_100`, `recipient_is_self`, `recipient_repeated`; 404 where one of the
 * colleagues has left. 422 `confirm_again`: the order is unusual, its proof is used up, and another one within a
 * quarter of an hour creates it; after a passkey that is a code, which may be sent immediately. With `hold_if_unusual`
 * an operator decides instead: 201 with `review: 'open'`. `code`, `passkey` and `hold_if_unusual` are not part of what
 * the idempotency key stands for: after a lost response the request may be sent again with others.
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
