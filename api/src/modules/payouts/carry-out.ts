import type { Payout } from '@portal/contracts/payout'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import { type ProvenOrder, reviewOrder } from '../anomaly/review-order.ts'
import { consumeProof } from '../confirmation/proof.ts'
import { requireEnabledEmployees } from '../disabling/disabled-account.ts'
import { lockWallets, walletOf } from '../ledger/ledger.ts'
import { bookOrder } from './booking.ts'
import { refuseAboveLimits } from './limits.ts'
import { employeesOf } from './plan.ts'
import { findPayout, holdBinding } from './repository.ts'
import { holdForReview } from './review.ts'
import { findAnswer, onceCall, saveAnswer } from './saved-answer.ts'
import { toPayout } from './view.ts'

/**
 * Money, payout, operations, proof and the saved answer commit together or not at all. `confirm_again`: the order is unusual,
 * and only its proof is used up.
 * @throws Problem 422 `insufficient_funds`, `limit_exceeded`; 410 `otp_expired`, `passkey_expired`; 404 when the binding was deleted meanwhile
 */
export async function carryOut(trx: Db, proven: ProvenOrder): Promise<Payout | 'confirm_again'> {
  const { user, order, key, plan, proof } = proven
  const { payer, amount } = plan
  const call = onceCall(user.id, key, order)
  await lockOrders(trx, user.id)
  const wallets = await lockWallets(trx, employeesOf(plan))
  // Whoever held the lock may have done this very thing.
  const earlier = await findAnswer(trx, call)
  if (earlier) return earlier
  await consumeProof(trx, proof)
  await requireEnabledEmployees(trx, payer.user_id, employeesOf(plan))
  if (walletOf(wallets, payer.id).balance < amount) {
    throw new Problem(422, 'insufficient_funds', { errors: { amount: ['insufficient_funds'] } })
  }
  // It may have been deleted since the rules were looked at, and is not from here on.
  if (plan.kind === 'payout' && !(await holdBinding(trx, plan.bindingId))) throw new Problem(404, 'not_found')
  const lowered = await refuseAboveLimits(trx, plan)
  const verdict = await reviewOrder(trx, proven)
  if (verdict === 'confirm_again') return verdict

  const held = verdict === 'hold'
  const payoutId = await bookOrder(trx, { ...plan, lowered }, wallets, { held })
  if (held) await holdForReview(trx, payoutId)
  const row = await findPayout(trx, payer.user_id, payoutId)
  if (!row) throw new Error(`payout ${payoutId} is gone`)
  const payout = toPayout(row)
  await saveAnswer(trx, call, payout)
  return payout
}

/**
 * One order of a user at a time, whichever wallet it is paid from: limits and rules count what the others take. The wallets
 * are locked after it. Waits for 5 seconds at most, also for them.
 */
async function lockOrders(trx: Db, userId: string): Promise<void> {
  await sql`
    select set_config('lock_timeout', '5s', true), pg_advisory_xact_lock(hashtextextended(${`orders:${userId}`}, 0))`.execute(
    trx,
  )
}
