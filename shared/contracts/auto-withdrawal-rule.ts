import * as z from 'zod/mini'
import { WholeRubles } from './money.ts'
import { Fee } from './payout-fee.ts'

/**
 * When the balance is withdrawn. `daily`: once a day, soon after the full `hour` by the restaurant's clock.
 * `threshold`: each time the balance reaches `amount` rubles.
 */
export const AutoWithdrawalSchedule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('daily'), hour: z.int().check(z.minimum(0), z.maximum(23)) }),
  z.strictObject({ kind: z.literal('threshold'), amount: WholeRubles }),
])
export type AutoWithdrawalSchedule = z.infer<typeof AutoWithdrawalSchedule>

/** The most that a rule may keep, in rubles. */
export const MAX_KEPT_RUBLES = 1_000_000

/** The terms of a rule. */
export const autoWithdrawalTerms = {
  /** The card or СБП phone that the money goes to. */
  binding_id: z.string(),
  schedule: AutoWithdrawalSchedule,
  /** The most that the rule may withdraw in a day of the restaurant, in rubles. */
  day_limit: WholeRubles,
  /** What stays on the balance, in rubles. Absent from the request of an earlier page, it stays as stored. */
  keep: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_KEPT_RUBLES))),
}

/** The fee that the page has shown, as in `PayoutTerms`. 422 `quote_changed` if it has changed since. */
export const shownFee = { fee: z.optional(z.strictObject(Fee.shape)) }

/** The part of a rule that a code confirms: any change of it requires a new code. */
export const AutoWithdrawalToConfirm = z.strictObject({ ...autoWithdrawalTerms, ...shownFee, rest_id: z.string() })
export type AutoWithdrawalToConfirm = z.infer<typeof AutoWithdrawalToConfirm>
