import type { MoneyOrder } from '@portal/shared/contracts/payout'
import type { Db } from '../db/connect.ts'
import { lockWallets, postTransfer } from '../modules/ledger/ledger.ts'
import { addOperations } from '../modules/operations/feed.ts'
import { listBindings } from '../modules/payout-bindings/service.ts'
import { type Plan, planOrder } from '../modules/payouts/plan.ts'
import { insertPayout } from '../modules/payouts/repository.ts'
import { settle } from '../modules/payouts/settlement.ts'
import type { PastOrder } from './past-orders.ts'
import { restaurants } from './people.ts'

/** Milliseconds that the bank took. */
const bankTime = 2_000

/** Books an order as it would have been booked then: the portal's own plan, ledger and settlement, with the dates of the past. */
export async function seedOrder(db: Db, past: PastOrder): Promise<void> {
  const order = await toOrder(db, past)
  if (!order) return
  const plan = await planOrder(db, past.payer.id, order)
  const payoutId = await db.transaction().execute((trx) => hold(trx, plan, past.at))
  if (plan.kind === 'payout') {
    await settle(
      db,
      payoutId,
      past.reason ? { status: 'declined', reason: past.reason } : { status: 'paid', rrn: rrnOf(past.at) },
    )
  }
  await backdate(db, payoutId, past.at, plan.kind)
}

/** Nothing when there was too little to withdraw. */
async function toOrder(
  db: Db,
  { payer, job, share, binding, recipient, comment }: PastOrder,
): Promise<MoneyOrder | undefined> {
  const { balance = 0 } = (await lockWallets(db, [job.id])).get(job.id) ?? {}
  const amount = Math.floor((balance * share) / 100_00) * 100
  if (amount < 100) return undefined
  const rest_id = restaurants[job.restaurant].id
  if (recipient)
    return { kind: 'transfer', rest_id, amount, recipient_employee_id: recipient.id, ...(comment && { comment }) }
  const chosen = (await listBindings(db, payer.id, rest_id))[binding ?? 0]
  if (!chosen) throw new Error(`${payer.firstName} has no such card or phone`)
  return { kind: 'payout', rest_id, amount, binding_id: chosen.id }
}

async function hold(trx: Db, plan: Plan, at: Date): Promise<string> {
  const { kind, payer, amount, fee, comment, destination } = plan
  const wallets = await lockWallets(trx, plan.kind === 'transfer' ? [payer.id, plan.recipient.id] : [payer.id])
  const walletOf = (employeeId: string): number => wallets.get(employeeId)?.wallet ?? 0
  const payoutId = await insertPayout(trx, {
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
    completed_at: kind === 'payout' ? null : at,
  })
  await postTransfer(trx, {
    ref: `payout:${payoutId}:${kind === 'payout' ? 'hold' : 'transfer'}`,
    kind: kind === 'payout' ? 'payout_hold' : 'transfer',
    debit: walletOf(payer.id),
    credit: plan.kind === 'transfer' ? walletOf(plan.recipient.id) : 'payouts_in_flight',
    amount,
  })
  await addOperations(trx, lines(plan, payoutId, at))
  return payoutId
}

function lines(plan: Plan, payoutId: string, at: Date): Parameters<typeof addOperations>[1] {
  const { payer, amount, fee } = plan
  const comment = plan.comment ?? undefined
  const sent = { employeeId: payer.id, userId: payer.user_id, amount, fee, payoutId, comment, at }
  if (plan.kind === 'payout')
    return [{ ...sent, type: 'payout', status: 'pending', title: `Вывод · ${plan.destination.title}` }]
  const { recipient } = plan
  return [
    { ...sent, type: 'transfer_out', status: 'completed', title: `Перевод · ${recipient.name}` },
    {
      employeeId: recipient.id,
      userId: recipient.user_id,
      amount,
      comment,
      at,
      type: 'transfer_in',
      status: 'completed',
      title: `Перевод · ${payer.name}`,
    },
  ]
}

async function backdate(db: Db, payoutId: string, at: Date, kind: Plan['kind']): Promise<void> {
  const completed = kind === 'payout' ? new Date(+at + bankTime) : at
  await db
    .updateTable('payout')
    .set({ created_at: at, next_attempt_at: at, completed_at: completed })
    .where('id', '=', payoutId)
    .execute()
  await db.deleteFrom('payout_event').where('payout_id', '=', payoutId).where('status', '=', 'processing').execute()
  if (kind === 'payout') {
    const processing = new Date(+at + 300)
    await db.insertInto('payout_event').values({ payout_id: payoutId, status: 'processing', at: processing }).execute()
  }
  await db
    .updateTable('payout_event')
    .set({ at })
    .where('payout_id', '=', payoutId)
    .where('status', '=', 'pending')
    .execute()
  await db
    .updateTable('payout_event')
    .set({ at: completed })
    .where('payout_id', '=', payoutId)
    .where('status', 'in', ['succeeded', 'canceled'])
    .execute()
}

/** Twelve digits, as a bank's. */
function rrnOf(at: Date): string {
  return String(+at).slice(0, 12)
}
