import * as z from 'zod/mini'
import { endpoint, items } from './endpoint.ts'
import { Rubles } from './money.ts'
import { Fee } from './payout-fee.ts'
import { CardNetwork } from './vault.ts'
import { writtenText } from './written-text.ts'

export const MethodLabel = writtenText(30)

const methodFields = {
  id: z.string(),
  /** The card's issuer or the phone's bank; empty if a card's first digits identify no bank. */
  bank_name: z.string(),
  label: z.string(),
  is_default: z.boolean(),
  status: z.enum(['active', 'blocked']),
  /** The restaurants' bank it is registered with; it serves every restaurant of that bank. */
  bank: z.string(),
  rest_ids: z.array(z.string()),
}

export const Card = z.object({
  ...methodFields,
  type: z.literal('card'),
  /** `2200 •••• •••• 1234` */
  mask: z.string(),
  last4: z.string(),
  network: CardNetwork,
})
export type Card = z.infer<typeof Card>

export const SbpPhone = z.object({
  ...methodFields,
  type: z.literal('sbp'),
  phone_masked: z.string(),
  bank_id: z.string(),
})
export type SbpPhone = z.infer<typeof SbpPhone>

export const PayoutMethod = z.discriminatedUnion('type', [Card, SbpPhone])
export type PayoutMethod = z.infer<typeof PayoutMethod>

/**
 * How a card or СБП phone is deleted. To delete the default of a bank, name the next default in `nextDefaultId`. It may
 * be absent only if no other active payout method of the bank exists; otherwise 409 `default_method`. 422
 * `next_default_unknown`: `nextDefaultId` is not an active payout method of the same bank. 409 `payout_in_progress`: a
 * payout to the deleted method is not finished.
 */
export const MethodDeletion = z.object({ nextDefaultId: z.optional(z.string()) })

export const listPayoutMethods = endpoint({
  method: 'GET',
  path: '/user/payout-bindings',
  summary: 'List the user’s cards and СБП phones, for one restaurant or for all',
  access: 'user',
  query: z.object({ restId: z.optional(z.string()) }),
  response: items(PayoutMethod),
})

/**
 * What may leave in the first day after a recovery of the password, a change of the phone, or to all cards and phones
 * that are new.
 */
export const LOWERED_LIMIT_RUBLES = 10_000

/** Why limits are lowered (a text in Russian), and until when. */
export const LoweredLimit = z.object({ reason: z.string(), until: z.iso.datetime({ offset: true }) })
export type LoweredLimit = z.infer<typeof LoweredLimit>

/** How a restaurant pays out by card or by СБП. Amounts are in rubles. */
export const PayoutTerms = z.object({
  type: z.enum(['card', 'sbp']),
  title: z.string(),
  enabled: z.boolean(),
  disabled_reason: z.nullable(z.string()),
  min: Rubles,
  max: Rubles,
  /** How much may still be withdrawn today. It is never more than what is left of the month. */
  day_limit_left: Rubles,
  /** How much may still be withdrawn this month. Set only if it is less than what is left of the day. */
  month_limit_left: z.optional(Rubles),
  fee: Fee,
  /** Set if the restaurant bears a share of the fee; `fee` is then the employee's part. */
  whole_fee: z.optional(Fee),
  eta_text: z.string(),
  /** Set for a day after the password was recovered or the phone changed. The limits above are already lowered. */
  lowered: z.optional(LoweredLimit),
  /**
   * The provider's own form that reads a card's number, and the account that the form needs. Absent if the portal's
   * vault reads it.
   */
  card_form: z.optional(z.object({ provider: z.enum(['yookassa']), account: z.string() })),
  /** The user's cards and phones that were added less than a day ago, with the lower limits that hold for them. */
  new_bindings: z.optional(
    z.array(z.object({ binding_id: z.string(), max: Rubles, day_limit_left: Rubles, ...LoweredLimit.shape })),
  ),
})
export type PayoutTerms = z.infer<typeof PayoutTerms>

export const listPayoutTerms = endpoint({
  method: 'GET',
  path: '/payouts/methods/:restId',
  summary: 'List the ways to withdraw at a restaurant, with their limits, fee and time of arrival',
  access: 'user',
  params: z.object({ restId: z.string() }),
  response: items(PayoutTerms),
})

/** Rubles. The fields mean the same as in `PayoutTerms`. */
export const TransferLimits = z.object({
  max: Rubles,
  day_limit_left: Rubles,
  month_limit_left: z.optional(Rubles),
  lowered: z.optional(LoweredLimit),
})
export type TransferLimits = z.infer<typeof TransferLimits>

/** 403 for an employee who is not the default one. */
export const getTransferLimits = endpoint({
  method: 'GET',
  path: '/payouts/transfer-limits/:restId',
  summary: 'Get how much the default employee may transfer at a restaurant, in one transfer and today',
  access: 'user',
  params: z.object({ restId: z.string() }),
  response: TransferLimits,
})
