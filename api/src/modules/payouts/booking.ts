import type { Db } from '../../db/connect.ts'
import { type LedgerTransfer, postTransfer, type Wallet, walletOf } from '../ledger/ledger.ts'
import { addOperations, type NewOperation } from '../operations/feed.ts'
import type { Plan } from './plan.ts'
import { insertPayout, type LoweredOrder } from './repository.ts'

/**
 * Books an order whose wallets are locked: the payout, its money and its lines. A withdrawal only leaves the balance
 * here; the rest is the bank's and the worker's. Returns the payout's id.
 * @param at when it was ordered, for what is entered later; now unless said
 */
export async function bookOrder(
  trx: Db,
  plan: Plan & { lowered?: LoweredOrder },
  wallets: ReadonlyMap<string, Wallet>,
  at?: Date,
): Promise<string> {
  const { kind, payer, amount, fee, comment, destination } = plan
  const { id: payoutId, number } = await insertPayout(trx, {
    kind,
    employee_id: payer.id,
    user_id: payer.user_id,
    binding_id: plan.kind === 'payout' ? plan.bindingId : null,
    recipient_employee_id: plan.kind === 'transfer' ? plan.recipient.id : null,
    amount,
    fee,
    destination_type: destination.type,
    destination_title: destination.title,
    comment,
    status: kind === 'payout' ? 'pending' : 'succeeded',
    at,
    ...plan.lowered,
  })
  await postTransfer(trx, transferOf(plan, payoutId, wallets))
  await addOperations(trx, linesOf(plan, { payoutId, number, at }))
  return payoutId
}

function transferOf(plan: Plan, payoutId: string, wallets: ReadonlyMap<string, Wallet>): LedgerTransfer {
  const { amount } = plan
  const debit = walletOf(wallets, plan.payer.id).wallet
  if (plan.kind === 'payout') {
    return { ref: `payout:${payoutId}:hold`, kind: 'payout_hold', debit, credit: 'payouts_in_flight', amount }
  }
  const credit = walletOf(wallets, plan.recipient.id).wallet
  return { ref: `payout:${payoutId}:transfer`, kind: 'transfer', debit, credit, amount }
}

type Booked = { payoutId: string; number: number; at: Date | undefined }

/** What the two sides read. The recipient sees the money and its number, and not the sender's payout. */
function linesOf(plan: Plan, { payoutId, number, at }: Booked): NewOperation[] {
  const { payer, amount, fee, comment } = plan
  const money = { amount, number, ...(at && { at }), ...(comment && { comment }) }
  const sent = { ...money, employeeId: payer.id, userId: payer.user_id, fee, payoutId }
  if (plan.kind === 'payout') {
    return [{ ...sent, type: 'payout', status: 'pending', title: `Вывод · ${plan.destination.title}` }]
  }
  const { recipient } = plan
  const received = { ...money, employeeId: recipient.id, userId: recipient.user_id }
  return [
    { ...sent, type: 'transfer_out', status: 'completed', title: `Перевод · ${plan.destination.title}` },
    { ...received, type: 'transfer_in', status: 'completed', title: `Перевод · ${payer.name}` },
  ]
}
