import * as z from 'zod/mini'
import { autoWithdrawalTerms, shownFee } from './auto-withdrawal-rule.ts'
import { endpoint } from './endpoint.ts'
import { Payout } from './payout.ts'
import { oneProofAtMost, proof } from './proof.ts'

export const NewAutoWithdrawal = z.strictObject({ ...autoWithdrawalTerms, ...shownFee, ...proof }).check(oneProofAtMost)
export type NewAutoWithdrawal = z.infer<typeof NewAutoWithdrawal>

/**
 * Why a rule is off. `user`: the user switched it off. `refused`: the provider or an operator refused its payout.
 * `method_removed`, `method_changed`, `method_blocked`: its payout method was deleted, moved to another bank, or
 * blocked. `method_unavailable`: the restaurant no longer pays to the method, or the fee is higher than the user
 * confirmed. `dismissed`, `account_blocked`, `password_recovered`: what happened to the user.
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
      /** The fee is higher than the user has confirmed. `reason` is then `method_unavailable`, which old pages know. */
      fee_changed: z.optional(z.boolean()),
    }),
  ),
  /** The next run of a daily rule that is on. A time in the past means that it runs within a few seconds. */
  next_run_at: z.optional(moment),
  /** Why the newest run withdrew nothing: too little money, or a limit of the day or the month. */
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
  summary: 'Get the user’s rule of automatic withdrawals at a restaurant, or null if there has never been one',
})

/**
 * Replaces the rule and switches it on. It needs a code or a passkey, unless a rule with the same terms is already on:
 * a request whose response was lost may be repeated. 404 for another user’s payout method. 422 `below_minimum` or
 * `limit_exceeded` on `day_limit` or `schedule.amount`, which has to be the minimum above `keep`. 422 `quote_changed`,
 * `confirmation_required`, `binding_blocked` or `binding_unsupported`. Also the errors of a wrong code.
 */
export const setAutoWithdrawal = endpoint({
  ...ofRestaurant,
  method: 'POST',
  summary: 'Withdraw the tips of a restaurant automatically',
  body: NewAutoWithdrawal,
})

/** Requires no code. Payouts that were already ordered still arrive. */
export const stopAutoWithdrawal = endpoint({
  ...ofRestaurant,
  method: 'DELETE',
  summary: 'Switch off automatic withdrawals at a restaurant',
})
