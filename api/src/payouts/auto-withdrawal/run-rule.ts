import type { Payout } from '@portal/contracts/payout'
import { payoutFee } from '@portal/contracts/payout-fee'
import type { Db } from '../../db/connect.ts'
import { inTurn } from '../../db/in-turn.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { findOwnEmployee, type Workplace } from '../../staff/employees/repository.ts'
import { createPayout } from '../order/create-payout.ts'
import { employeeFee, PAYOUT_FEES } from '../order/limits.ts'
import { employeeIds, planOrder } from '../order/plan-order.ts'
import { listTerms } from '../order/terms.ts'
import { findPayerMethod } from '../payout-methods/repository.ts'
import { countRun, type DueRule, skipRun, toRuleProof } from './due-rules.ts'
import { type StopReason, stopRules } from './stop-rules.ts'

type Deps = Pick<AppDependencies, 'db' | 'settings'>

/** The result of a run. `stopped` means that the rule is off, because it could never pay out. */
export type RunResult = Payout | 'waits' | 'stopped'

/**
 * Orders what a leased rule withdraws, by the same steps as an order of the user. The payout and the count of the run
 * commit together, so that a process may end anywhere: the run is either done, or begins again when the lease ends.
 * @throws Problem if the money, the limits or the rule have changed meanwhile; the rule is due again after its lease
 */
export async function runRule(deps: Deps, rule: DueRule): Promise<RunResult> {
  const { db } = deps
  const { employeeId, userId, restaurantId: rest_id, methodId: binding_id, run } = rule
  const payer = await planOrStop(db, rule, { not_found: 'dismissed' }, () => findOwnEmployee(db, userId, rest_id))
  if (payer === 'stopped') return payer
  if (await hasHigherFee(db, payer, rule)) return await stopRule(db, rule, 'fee_changed')
  const amount = await computeAmount(db, payer, rule)
  if (typeof amount === 'string') {
    await skipRun(db, rule, amount)
    return 'waits'
  }
  const order = { kind: 'payout', rest_id, binding_id, amount } as const
  const plan = await planOrStop(db, rule, methodStops, () => planOrder(db, deps.settings, userId, order))
  if (plan === 'stopped') return plan
  // The restaurant shares the fees of only some withdrawals a day; the others wait for the next day.
  if (rule.fee && plan.fee > payoutFee(plan.amount, rule.fee)) {
    await skipRun(db, rule, 'limit')
    return 'waits'
  }
  const proven = {
    // A rule has no session.
    user: { id: userId, sessionId: '' },
    order,
    // The keys of pages contain no space, so a page cannot send this key.
    key: `auto ${employeeId} ${run}`,
    plan,
    proof: { rule: toRuleProof(rule) },
    shouldHoldIfUnusual: true,
  }
  return await inTurn([userId, ...employeeIds(plan)], () =>
    db.transaction().execute(async (trx) => {
      const payout = await createPayout(trx, proven)
      if (payout === 'confirm_again') throw new Error('an unusual order of a rule is held')
      await countRun(trx, rule, payout.id)
      return payout
    }),
  )
}

/** Whether the restaurant bears less of the fee than the user has confirmed. */
async function hasHigherFee(db: Db, payer: Workplace, { methodId, fee }: DueRule): Promise<boolean> {
  const method = await findPayerMethod(db, payer, methodId)
  if (!method || !fee) return false
  const now = employeeFee(PAYOUT_FEES[method.type], payer.fee_share)
  return now.percent > fee.percent || now.fixed > fee.fixed || now.min > fee.min
}

/** Returns whole rubles, or why there is nothing to withdraw. */
async function computeAmount(db: Db, payer: Workplace, rule: DueRule): Promise<number | 'below_minimum' | 'limit'> {
  const allTerms = await listTerms(db, payer)
  const type = (await findPayerMethod(db, payer, rule.methodId))?.type ?? 'card'
  const terms = allTerms.find((each) => each.type === type)
  if (!terms) throw new Error(`there is no method ${type}`)
  const ofNew = terms.new_bindings?.find(({ binding_id }) => binding_id === rule.methodId)
  const available = Math.floor((rule.balance - rule.keep) / 100)
  if (available < terms.min) return 'below_minimum'
  const { max, day_limit_left } = ofNew ?? terms
  const amount = Math.min(available, Math.floor(Math.min(max, day_limit_left, rule.dayLimitLeft / 100)))
  return amount < terms.min ? 'limit' : amount
}

type Stops = Partial<Record<string, StopReason>>

const methodStops: Stops = {
  not_found: 'method_unavailable',
  binding_blocked: 'method_blocked',
  binding_unsupported: 'method_unavailable',
}

/** Plans a part of the order. If that fails for a reason that would reject each later order too, the rule stops. */
async function planOrStop<T>(db: Db, rule: DueRule, stops: Stops, plan: () => Promise<T>): Promise<T | 'stopped'> {
  try {
    return await plan()
  } catch (error) {
    const reason = error instanceof Problem ? stops[error.code] : undefined
    if (!reason) throw error
    return await stopRule(db, rule, reason)
  }
}

async function stopRule(db: Db, { employeeId }: DueRule, reason: StopReason): Promise<'stopped'> {
  await db.transaction().execute((trx) => stopRules(trx, { employeeId }, reason))
  return 'stopped'
}
