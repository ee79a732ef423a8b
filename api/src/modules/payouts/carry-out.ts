import type { Payout } from '@portal/shared/contracts/payout'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import { lockWallets, postTransfer } from '../ledger/ledger.ts'
import { addOperations } from '../operations/feed.ts'
import { consumeOtp } from '../otp/service.ts'
import { refuseAboveDayLimit } from './limits.ts'
import type { Plan } from './plan.ts'
import { findPayout, insertPayout } from './repository.ts'
import { findAnswer, type OnceCall, saveAnswer } from './saved-answer.ts'
import { toPayout } from './view.ts'

/**
 * Money, payout, operations, code and the saved answer commit together or not at all.
 * @throws Problem 422 `insufficient_funds`, `limit_exceeded`; 410 `otp_expired`
 */
export async function carryOut(trx: Db, plan: Plan, otpId: number, call: OnceCall): Promise<Payout> {
  const { payer, kind, amount } = plan
  await sql`set local lock_timeout = '5s'`.execute(trx)
  const wallets = await lockWallets(trx, plan.kind === 'transfer' ? [payer.id, plan.recipient.id] : [payer.id])
  const walletOf = (employeeId: string) => {
    const wallet = wallets.get(employeeId)
    if (!wallet) throw new Error(`employee ${employeeId} has no wallet`)
    return wallet
  }
  // Whoever held the lock may have done this very thing.
  const earlier = await findAnswer(trx, call)
  if (earlier) return earlier
  await consumeOtp(trx, otpId)
  if (walletOf(payer.id).balance < amount)
    throw new Problem(422, 'insufficient_funds', { errors: { amount: ['insufficient_funds'] } })
  if (kind === 'payout') await refuseAboveDayLimit(trx, payer.id, amount)

  const payoutId = await insertPayout(trx, {
    kind,
    employee_id: payer.id,
    user_id: payer.user_id,
    binding_id: plan.kind === 'payout' ? plan.bindingId : null,
    recipient_employee_id: plan.kind === 'transfer' ? plan.recipient.id : null,
    amount,
    fee: plan.fee,
    destination_type: plan.destination.type,
    destination_title: plan.destination.title,
    comment: plan.comment,
    status: kind === 'payout' ? 'pending' : 'succeeded',
    completed_at: kind === 'payout' ? null : new Date(),
  })
  const debit = walletOf(payer.id).wallet
  if (plan.kind === 'payout') {
    await postTransfer(trx, {
      ref: `payout:${payoutId}:hold`,
      kind: 'payout_hold',
      debit,
      credit: 'payouts_in_flight',
      amount,
    })
  } else {
    await postTransfer(trx, {
      ref: `payout:${payoutId}:transfer`,
      kind: 'transfer',
      debit,
      credit: walletOf(plan.recipient.id).wallet,
      amount,
    })
  }
  await addOperations(trx, operationsOf(plan, payoutId))

  const row = await findPayout(trx, payer.user_id, payoutId)
  if (!row) throw new Error(`payout ${payoutId} is gone`)
  const payout = toPayout(row)
  await saveAnswer(trx, call, payout)
  return payout
}

function operationsOf(plan: Plan, payoutId: string): Parameters<typeof addOperations>[1] {
  const { payer, amount, fee, destination } = plan
  const sent = {
    employeeId: payer.id,
    userId: payer.user_id,
    amount,
    fee,
    payoutId,
    ...(plan.comment && { comment: plan.comment }),
  }
  if (plan.kind === 'payout')
    return [{ ...sent, type: 'payout', status: 'pending', title: `Вывод · ${destination.title}` }]
  const { recipient } = plan
  // The recipient sees the money, and not the sender's payout.
  const { payoutId: _, ...received } = { ...sent, employeeId: recipient.id, userId: recipient.user_id }
  return [
    { ...sent, type: 'transfer_out', status: 'completed', title: `Перевод · ${recipient.name}` },
    { ...received, type: 'transfer_in', status: 'completed', title: `Перевод · ${payer.name}` },
  ]
}
