import * as z from 'zod/mini'
import { WholeRubles } from './money.ts'
import { Fee } from './payout-fee.ts'

/**
 * When the balance is withdrawn: `daily` once a day, after the beginning of an hour by the restaurant's clock;
 * `threshold` each time that the balance reaches so many rubles.
 */
export const AutoWithdrawalSchedule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('daily'), hour: z.int().check(z.minimum(0), z.maximum(23)) }),
  z.strictObject({ kind: z.literal('threshold'), amount: WholeRubles }),
])
export type AutoWithdrawalSchedule = z.infer<typeof AutoWithdrawalSchedule>

/** The terms of a rule. */
export const autoWithdrawalTerms = {
  /** The card or СБП phone that it goes to. */
  binding_id: z.string(),
  schedule: AutoWithdrawalSchedule,
  /** Rubles that are withdrawn by the rule in a day of the restaurant, at most. */
  day_limit: WholeRubles,
}

/** The fee that the page has shown, as in the payout method. Another fee by now is 422 `quote_changed`. */
export const shownFee = { fee: z.optional(z.strictObject(Fee.shape)) }

/** What a code confirms of a rule: a rule that differs in any of it requires another code. */
export const AutoWithdrawalToConfirm = z.strictObject({ ...autoWithdrawalTerms, ...shownFee, rest_id: z.string() })
export type AutoWithdrawalToConfirm = z.infer<typeof AutoWithdrawalToConfirm>
