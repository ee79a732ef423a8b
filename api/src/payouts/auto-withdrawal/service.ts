import type { AutoWithdrawal, NewAutoWithdrawal } from '@portal/contracts/auto-withdrawal'
import type { Fee } from '@portal/contracts/payout-fee'
import { addUserEvent } from '../../base/audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { Problem, requireFound } from '../../http/problem.ts'
import { consumeUserBudget } from '../../http/rate-limit.ts'
import type { SignedIn } from '../../http/route.ts'
import { consumeProof, type VerifiedProof, verifyProof } from '../../identity/confirmation/proof.ts'
import { lockParties, lockSignedInUser } from '../../identity/disabling/disabled-account.ts'
import { addSecurityNotice } from '../../identity/security-notice/security-notice.ts'
import { notifyUser } from '../../messages/live/notify.ts'
import { findOwnEmployee, type Workplace } from '../../staff/employees/repository.ts'
import { toNamedMethod } from '../payout-methods/card-digits.ts'
import { holdPayoutMethod } from '../payout-methods/repository.ts'
import { planRule, ruleQuote } from './plan-rule.ts'
import { findRule, type RuleRow, type RuleTerms, storeRule, toTerms } from './rule.ts'
import { stopRules } from './stop-rules.ts'
import { toAutoWithdrawal } from './view.ts'

/** The maximum of a user's changes in an hour: each is a line of the audit trail and a message. */
const MAX_CHANGES = 30

type Deps = Pick<AppDependencies, 'db' | 'settings'>

/** @throws Problem 404 */
export async function getAutoWithdrawal(db: Db, userId: string, restId: string): Promise<AutoWithdrawal | null> {
  const payer = await findOwnEmployee(db, userId, restId)
  const rule = await findRule(db, payer.id)
  return rule ? await toAutoWithdrawal(db, payer, rule) : null
}

/**
 * Replaces the rule of the user at a restaurant and switches it on. If the rule is already on with these terms, no
 * proof is needed: a request that is repeated, by a second tap or after a lost response, gets the first response.
 * @throws Problem as `planRule` and `verifyProof`; 422 `confirmation_required`, 429 `too_often`
 */
export async function setAutoWithdrawal(
  deps: Deps,
  user: SignedIn,
  restId: string,
  { code, passkey, fee: shownFee, ...wanted }: NewAutoWithdrawal,
): Promise<AutoWithdrawal | null> {
  const { db } = deps
  await consumeUserBudget(db, 'auto_withdrawal', user.id, MAX_CHANGES)
  const plan = await planRule(db, deps.settings, user.id, { ...wanted, fee: shownFee, rest_id: restId })
  const { payer, feeTerms: fee, keep } = plan
  const terms = { ...wanted, keep }
  if (!isOnWith(await findRule(db, payer.id), terms)) {
    if (code === undefined && passkey === undefined) {
      throw new Problem(422, 'confirmation_required', { errors: { code: ['confirmation_required'] } })
    }
    try {
      const action = { kind: 'auto_withdrawal', rest_id: restId, ...terms } as const
      const proof = await verifyProof(deps, user, action, { code, passkey }, ruleQuote(fee))
      await db.transaction().execute((trx) => switchOn(trx, deps, { user, payer, terms, fee, proof }))
    } catch (error) {
      // Another request may have used up the proof for the same rule meanwhile.
      const isUsedUp = error instanceof Problem && error.status === 410
      if (!isUsedUp || !isOnWith(await findRule(db, payer.id), terms)) throw error
    }
    await notifyUser(db, user.id, { type: 'payout', rest_id: restId })
  }
  return await getAutoWithdrawal(db, user.id, restId)
}

type Confirmed = {
  user: SignedIn
  payer: Workplace
  terms: RuleTerms
  fee: Fee
  proof: VerifiedProof
}

/**
 * Locks rows in the order of `createPayout`, and the rule last. A recovery, which stops all rules, waits for this
 * transaction.
 */
async function switchOn(trx: Db, deps: Deps, { user, payer, terms, fee, proof }: Confirmed): Promise<void> {
  await lockSignedInUser(trx, user)
  await lockParties(trx, payer)
  const method = requireFound(await holdPayoutMethod(trx, terms.binding_id))
  await consumeProof(trx, proof)
  const before = await findRule(trx, payer.id)
  await storeRule(trx, { employeeId: payer.id, user, proof, terms, fee })
  await addUserEvent(trx, user.id, 'auto_withdrawal_set', {
    ...(before && { before: { ...toTerms(before), stop: before.stop_reason } }),
    after: { employee_id: payer.id, ...terms, fee },
  })
  const event = { type: 'auto_withdrawal_set', method: await toNamedMethod(trx, method) } as const
  await addSecurityNotice(trx, deps, { userId: user.id }, event)
}

/** Switches the rule off, if it is on. @throws Problem 404 */
export async function stopAutoWithdrawal(db: Db, user: SignedIn, restId: string): Promise<AutoWithdrawal | null> {
  const { id: employeeId } = await findOwnEmployee(db, user.id, restId)
  await db.transaction().execute((trx) => stopRules(trx, { employeeId }, 'user', { type: 'user', id: user.id }))
  await notifyUser(db, user.id, { type: 'payout', rest_id: restId })
  return await getAutoWithdrawal(db, user.id, restId)
}

function isOnWith(rule: RuleRow | undefined, { binding_id, schedule, day_limit, keep }: RuleTerms): boolean {
  if (!rule || rule.stopped_at) return false
  const { schedule: stored, ...own } = toTerms(rule)
  const isSameTime =
    schedule.kind === 'daily'
      ? stored.kind === 'daily' && stored.hour === schedule.hour
      : stored.kind === 'threshold' && stored.amount === schedule.amount
  return isSameTime && own.binding_id === binding_id && own.day_limit === day_limit && own.keep === keep
}
