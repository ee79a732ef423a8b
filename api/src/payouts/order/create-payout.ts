import type { Payout } from '@portal/contracts/payout'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { Problem, requireFound } from '../../http/problem.ts'
import { consumeProof } from '../../identity/confirmation/proof.ts'
import { lockParties } from '../../identity/disabling/disabled-account.ts'
import { lockWallets, requireWallet } from '../../money/ledger/ledger.ts'
import type { ProvenOrder } from '../anomaly/order-facts.ts'
import { reviewOrder } from '../anomaly/review-order.ts'
import { requireCurrentRule } from '../auto-withdrawal/rule.ts'
import { holdPayoutMethod } from '../payout-methods/repository.ts'
import { findPayout } from '../repository.ts'
import { holdForReview } from '../review/review.ts'
import { toPayout } from '../view.ts'
import { bookOrder } from './book-order.ts'
import { findRecordedResponse, recordResponse, toIdempotentRequest } from './idempotency-record.ts'
import { requireWithinPeriodLimits } from './limits.ts'
import { employeeIds, planRecipients } from './plan-order.ts'

/**
 * Creates the payout in the caller's transaction: money, payout, operations, proof and idempotency record commit
 * together or not at all. Returns `confirm_again` for an unusual order: only its proof is used up.
 * @throws Problem 422 `insufficient_funds`, `limit_exceeded`; 410 `otp_expired`, `passkey_expired`, `rule_changed`; 404
 * when the method was deleted meanwhile; 403 when another employee has become the default one
 */
export async function createPayout(trx: Db, proven: ProvenOrder): Promise<Payout | 'confirm_again'> {
  const { user, order, key, plan, proof } = proven
  const { payer, amount } = plan
  const request = toIdempotentRequest(user.id, key, order)
  await lockOrders(trx, user.id)
  const wallets = await lockWallets(trx, employeeIds(plan))
  // The request that held the lock may have been this one, sent twice.
  const earlier = await findRecordedResponse(trx, request)
  if (earlier) return earlier
  const colleagues = planRecipients(plan).map(({ id }) => id)
  const { isDefault } = await lockParties(trx, payer, colleagues)
  if (plan.kind === 'transfer' && !isDefault) throw new Problem(403, 'forbidden')
  // The method may have been deleted since the order was planned; from here on it cannot be, nor move to another bank.
  if (plan.kind === 'payout') requireFound(await holdPayoutMethod(trx, plan.methodId))
  // Proofs are locked after those rows, as a change of the phone or of the bank does when it revokes proofs.
  const isAutomatic = 'rule' in proof
  const kept = isAutomatic ? await requireCurrentRule(trx, proof.rule) : 0
  if (!isAutomatic) await consumeProof(trx, proof)
  if (requireWallet(wallets, payer.id).balance - kept < amount) {
    throw new Problem(422, 'insufficient_funds', { errors: { amount: ['insufficient_funds'] } })
  }
  const lowered = await requireWithinPeriodLimits(trx, plan)
  const verdict = await reviewOrder(trx, proven)
  if (verdict === 'confirm_again') return verdict

  const isHeld = verdict === 'hold'
  const payoutId = await bookOrder(trx, { ...plan, lowered }, wallets, { isHeld, isAutomatic })
  if (isHeld) await holdForReview(trx, payoutId)
  const row = await findPayout(trx, payer.user_id, payoutId)
  if (!row) throw new Error(`payout ${payoutId} is gone`)
  const payout = toPayout(row)
  await recordResponse(trx, request, payout)
  return payout
}

/**
 * Lets one order of a user pass at a time, whichever wallet it is paid from, since limits and rules count the others.
 * The wallets are locked after it.
 */
async function lockOrders(trx: Db, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`orders:${userId}`}, 0))`.execute(trx)
}
