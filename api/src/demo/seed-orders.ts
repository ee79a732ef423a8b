import type { MoneyOrder } from '@portal/contracts/new-payout'
import type { Db } from '../db/connect.ts'
import { lockWallets } from '../money/ledger/ledger.ts'
import { settleWithin } from '../payouts/delivery/settle.ts'
import { bookOrder } from '../payouts/order/book-order.ts'
import { employeeIds, planOrder } from '../payouts/order/plan-order.ts'
import { listPayoutMethods } from '../payouts/payout-methods/service.ts'
import { addEvent } from '../payouts/repository.ts'
import { readSettings } from '../settings/settings.ts'
import { restaurants } from './demo-users.ts'
import { setLedgerClock } from './ledger-clock.ts'
import type { PastOrder } from './past-orders.ts'

/** The sandbox has paid all past orders, because the cards of the demo are in the portal's vault. */
const bySandbox = readSettings({ BANK: 'sandbox' })
/** How long the bank took. */
const BANK_MS = 2_000

/** Books an order of the past by the same functions as a real one. */
export async function seedOrder(db: Db, past: PastOrder): Promise<void> {
  const order = await toOrder(db, past)
  if (!order) return
  const plan = await planOrder(db, bySandbox, past.payer.id, order)
  const payoutId = await db.transaction().execute(async (trx) => {
    await setLedgerClock(trx, past.at)
    return await bookOrder(trx, plan, await lockWallets(trx, employeeIds(plan)), { at: past.at })
  })
  if (plan.kind !== 'payout') return
  const decision = past.reason
    ? ({ status: 'declined', reason: past.reason } as const)
    : ({ status: 'paid', rrn: toRrn(past.at) } as const)
  const completed = new Date(+past.at + BANK_MS)
  await db.transaction().execute(async (trx) => {
    await setLedgerClock(trx, completed)
    await settleWithin(trx, payoutId, decision)
  })
  await backdateSettlement(db, payoutId, past.at, completed)
}

/** Returns undefined if the balance was too small. */
async function toOrder(
  db: Db,
  { payer, job, share, methodIndex, recipient, comment }: PastOrder,
): Promise<MoneyOrder | undefined> {
  const { balance = 0 } = (await lockWallets(db, [job.id])).get(job.id) ?? {}
  const amount = Math.floor((balance * share) / 100_00) * 100
  if (amount < 100) return undefined
  const rest_id = restaurants[job.restaurant].id
  if (recipient)
    return { kind: 'transfer', rest_id, amount, recipient_employee_id: recipient.id, ...(comment && { comment }) }
  const chosen = (await listPayoutMethods(db, payer.id, rest_id))[methodIndex ?? 0]
  if (!chosen) throw new Error(`${payer.firstName} has no such card or phone`)
  return { kind: 'payout', rest_id, amount, binding_id: chosen.id }
}

async function backdateSettlement(db: Db, payoutId: string, at: Date, completed: Date): Promise<void> {
  await db
    .updateTable('payout')
    .set({ next_attempt_at: at, completed_at: completed })
    .where('id', '=', payoutId)
    .execute()
  await db
    .updateTable('payout_event')
    .set({ at: completed })
    .where('payout_id', '=', payoutId)
    .where('status', 'in', ['succeeded', 'canceled'])
    .execute()
  await addEvent(db, payoutId, 'processing', new Date(+at + 300))
}

/** Twelve digits, as banks have them. */
function toRrn(at: Date): string {
  return String(+at).slice(0, 12)
}
