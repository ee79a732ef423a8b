import type { AutoWithdrawalToConfirm } from '@portal/contracts/auto-withdrawal-rule'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import type { Settings } from '../../settings/settings.ts'
import { ORDER_LIMITS_KOPECKS } from '../order/limits.ts'
import { type Plan, planOrder } from '../order/plan-order.ts'
import { findRule } from './rule.ts'

/** `keep`: what stays on the balance, in rubles. */
type RulePlan = Plan & { kind: 'payout'; keep: number }

/** Returns the fee of a rule's withdrawals, to which the proof of the rule is bound. */
export function ruleQuote({ percent, fixed, min }: RulePlan['feeTerms']): string {
  return `${percent}/${fixed}/${min}`
}

/**
 * Checks a rule as its orders will be checked, and returns the plan of the smallest possible order. An earlier page
 * does not know `keep`, and leaves the stored one as it is.
 * @throws Problem 404 for another user's things, 422 `below_minimum`, `limit_exceeded`, `quote_changed`,
 * `binding_blocked`, `binding_unsupported`
 */
export async function planRule(
  db: Db,
  settings: Pick<Settings, 'payouts'>,
  userId: string,
  { rest_id, binding_id, schedule, day_limit, keep: wantedKeep, fee }: AutoWithdrawalToConfirm,
): Promise<RulePlan> {
  requireWithinLimits('day_limit', day_limit)
  const smallest = { kind: 'payout', rest_id, binding_id, amount: ORDER_LIMITS_KOPECKS.payout.min / 100 } as const
  const plan = await planOrder(db, settings, userId, smallest)
  if (plan.kind !== 'payout') throw new Error('a rule withdraws')
  const keep = wantedKeep ?? ((await findRule(db, plan.payer.id))?.keep ?? 0) / 100
  if (schedule.kind === 'threshold') requireWithinLimits('schedule.amount', schedule.amount, keep)
  if (fee && ruleQuote(fee) !== ruleQuote(plan.feeTerms)) throw new Problem(422, 'quote_changed')
  return { ...plan, keep }
}

/** Checks what the rule withdraws when the balance has this sum. */
function requireWithinLimits(field: string, rubles: number, keep = 0): void {
  const { min, day } = ORDER_LIMITS_KOPECKS.payout
  const kopecks = (rubles - keep) * 100
  const code = kopecks < min ? 'below_minimum' : kopecks > day ? 'limit_exceeded' : undefined
  if (code) throw new Problem(422, code, { errors: { [field]: [code] } })
}
