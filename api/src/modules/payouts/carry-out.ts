import type { Payout } from '@portal/contracts/payout'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import { consumeConfirmation } from '../anomaly/order-confirmation.ts'
import type { Review } from '../anomaly/review-order.ts'
import { consumeProof, type VerifiedProof } from '../confirmation/proof.ts'
import { requireEnabledEmployees } from '../disabling/disabled-account.ts'
import { lockWallets, walletOf } from '../ledger/ledger.ts'
import { bookOrder } from './booking.ts'
import { refuseAboveLimits } from './limits.ts'
import { employeesOf, type Plan } from './plan.ts'
import { findPayout, holdBinding } from './repository.ts'
import { holdForReview } from './review.ts'
import { findAnswer, type OnceCall, saveAnswer } from './saved-answer.ts'
import { toPayout } from './view.ts'

type ReviewedOrder = { plan: Plan; review: Review; proof: VerifiedProof; call: OnceCall }

/**
 * Money, payout, operations, proof and the saved answer commit together or not at all.
 * @throws Problem 422 `insufficient_funds`, `limit_exceeded`; 410 `otp_expired`, `passkey_expired`; 404 when the binding was deleted meanwhile
 */
export async function carryOut(trx: Db, { plan, review, proof, call }: ReviewedOrder): Promise<Payout> {
  const { payer, amount } = plan
  await sql`set local lock_timeout = '5s'`.execute(trx)
  const wallets = await lockWallets(trx, employeesOf(plan))
  // Whoever held the lock may have done this very thing.
  const earlier = await findAnswer(trx, call)
  if (earlier) return earlier
  await consumeProof(trx, proof)
  if (review.first) await consumeConfirmation(trx, review.first)
  await requireEnabledEmployees(trx, payer.user_id, employeesOf(plan))
  if (walletOf(wallets, payer.id).balance < amount) {
    throw new Problem(422, 'insufficient_funds', { errors: { amount: ['insufficient_funds'] } })
  }
  // It may have been deleted since the rules were looked at, and is not from here on.
  if (plan.kind === 'payout' && !(await holdBinding(trx, plan.bindingId))) throw new Problem(404, 'not_found')
  const lowered = await refuseAboveLimits(trx, plan)

  const payoutId = await bookOrder(trx, { ...plan, lowered }, wallets, { held: review.held })
  if (review.held) await holdForReview(trx, payoutId)
  const row = await findPayout(trx, payer.user_id, payoutId)
  if (!row) throw new Error(`payout ${payoutId} is gone`)
  const payout = toPayout(row)
  await saveAnswer(trx, call, payout)
  return payout
}
