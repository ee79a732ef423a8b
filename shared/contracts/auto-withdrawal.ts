import * as z from 'zod/mini'
import { autoWithdrawalTerms, shownFee } from './auto-withdrawal-rule.ts'
import { endpoint } from './endpoint.ts'
import { Payout } from './payout.ts'
import { oneProofAtMost, proof } from './proof.ts'

export const NewAutoWithdrawal = z.strictObject({ ...autoWithdrawalTerms, ...shownFee, ...proof }).check(oneProofAtMost)
export type NewAutoWithdrawal = z.infer<typeof NewAutoWithdrawal>

/**
 * Why a rule is off: `user` switched it off; the payout of it was `refused` by the provider or an operator; its method
 * was removed, moved to another bank, blocked, or cannot be paid at the restaurant any more; the user was dismissed or
 * blocked, or has recovered the password.
 */
export const AutoWithdrawalStop = z.enum([
  'user',
  'refused',
  'method_removed',
  'method_changed',
  'method_blocked',
  'method_unavailable',
  'dismissed',
  'account_blocked',
  'password_recovered',
])
export type AutoWithdrawalStop = z.infer<typeof AutoWithdrawalStop>

const moment = z.iso.datetime({ offset: true })

export const AutoWithdrawal = z.object({
  ...autoWithdrawalTerms,
  /** The name of the method, also after it was removed. */
  method_title: z.string(),
  confirmed_at: moment,
  /** Set while the rule is off; the rest stays as it was. */
  stopped: z.optional(
    z.object({
      reason: AutoWithdrawalStop,
      at: moment,
      /**
       * The fee is higher than the user has confirmed; `reason` is `method_unavailable` then, which earlier pages know.
       */
      fee_changed: z.optional(z.boolean()),
    }),
  ),
  /** The next run of a daily rule that is on. A time in the past means within a few seconds. */
  next_run_at: z.optional(moment),
  /** Why the newest run has withdrawn nothing: too little money, or the limits of the day or the month. */
  waited: z.optional(z.object({ reason: z.enum(['below_minimum', 'limit']), at: moment })),
  /** The newest payout that the rule has ordered. */
  last_payout: z.optional(Payout),
})
export type AutoWithdrawal = z.infer<typeof AutoWithdrawal>

const ofRestaurant = {
  path: '/user/auto-withdrawal/:restId',
  access: 'user',
  priority: 'money',
  params: z.object({ restId: z.string() }),
  response: z.object({ rule: z.nullable(AutoWithdrawal) }),
} as const

export const getAutoWithdrawal = endpoint({
  ...ofRestaurant,
  method: 'GET',
  summary:
    'The rule by which the user’s tips of a restaurant are withdrawn automatically; null: there has never been one',
})

/**
 * Replaces the rule and switches it on. A code or a passkey confirms it, unless it is already on with the same terms,
 * so that a request with a lost response may be repeated. 404 for another user’s method; 422 `below_minimum` and
 * `limit_exceeded` on `day_limit` or `schedule.amount`, `quote_changed`, `confirmation_required`, `binding_blocked`,
 * `binding_unsupported`; and the errors of a wrong code.
 */
export const setAutoWithdrawal = endpoint({
  ...ofRestaurant,
  method: 'POST',
  summary: 'Withdraw the tips of a restaurant automatically',
  body: NewAutoWithdrawal,
})

/** Requires no code. Payouts that are on their way arrive. */
export const stopAutoWithdrawal = endpoint({
  ...ofRestaurant,
  method: 'DELETE',
  summary: 'Switch automatic withdrawals of a restaurant off',
})
