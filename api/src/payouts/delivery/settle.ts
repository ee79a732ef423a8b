import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { addPushEvents, type PushEvent } from '../../messages/push/add-push-events.ts'
import { debtPayments } from '../../money/ledger/debt.ts'
import { lockWallets, postTransfers, requireWallet } from '../../money/ledger/ledger.ts'
import { setPayoutOperationStatus } from '../../money/operations/feed.ts'
import { stopRules } from '../auto-withdrawal/stop-rules.ts'
import type { BankResponse } from '../bank/bank.ts'
import { addEvent } from '../repository.ts'

/** The decision of a bank, or of an operator, who may not know the number of the payment. */
type Decision = Exclude<BankResponse, { status: 'accepted' | 'paid' }> | { status: 'paid'; rrn: string | null }

/** The bank reports the opposite of what was booked, or a second payment. An operator has to clarify it. */
export class ContradictionError extends Error {
  override readonly name = 'ContradictionError'
}

/**
 * Books what the bank has decided, once: the payout's row is locked, and each movement of money has a ref of its own.
 * Returns false when it was booked before.
 * @throws ContradictionError when the bank has reported the opposite before
 */
export async function settle(db: Db, payoutId: string, decision: Decision): Promise<boolean> {
  return await db.transaction().execute((trx) => settleWithin(trx, payoutId, decision))
}

/** Settles as `settle` does, in the transaction of the caller. */
export async function settleWithin(trx: Db, payoutId: string, decision: Decision): Promise<boolean> {
  const payout = await trx
    .selectFrom('payout')
    .select(['id', 'kind', 'employee_id', 'amount', 'fee', 'restaurant_fee', 'status'])
    .where('id', '=', payoutId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const status = decision.status === 'paid' ? 'succeeded' : 'canceled'
  if (payout.status === status) return false
  if (payout.status === 'succeeded' || payout.status === 'canceled') {
    throw new ContradictionError(`payout ${payoutId} is ${payout.status}, now the bank reports ${decision.status}`)
  }

  if (decision.status === 'paid') await pay(trx, payout)
  else await release(trx, payout)
  await trx
    .updateTable('payout')
    .set({
      status,
      completed_at: sql<Date>`clock_timestamp()`,
      ...(decision.status === 'paid' ? { rrn: decision.rrn } : { reason: decision.reason }),
    })
    .where('id', '=', payoutId)
    .execute()
  await addEvent(trx, payoutId, status)
  await setPayoutOperationStatus(trx, payoutId, decision.status === 'paid' ? 'completed' : 'canceled')
  if (payout.kind === 'payout') await addPushEvents(trx, [toEndEvent(payout, decision)])
  // The bank would refuse the next payout too, so the rule stops until the user switches it on again.
  if (status === 'canceled') await stopRules(trx, { payoutId }, 'refused')
  return true
}

function toEndEvent({ employee_id, amount, fee }: Held, { status }: Decision): PushEvent {
  return status === 'paid'
    ? { kind: 'payout_paid', employeeId: employee_id, amount: amount - fee }
    : { kind: 'payout_failed', employeeId: employee_id, amount }
}

type Held = { id: string; employee_id: string; amount: number; fee: number; restaurant_fee: number }

async function pay(trx: Db, { id, amount, fee, restaurant_fee }: Held): Promise<void> {
  const net = { ref: `payout:${id}:settle`, kind: 'payout_settle', debit: 'payouts_in_flight', credit: 'bank' } as const
  const charge = { ref: `payout:${id}:fee`, kind: 'payout_fee', debit: 'payouts_in_flight', credit: 'fees' } as const
  const share = {
    ref: `payout:${id}:fee_share`,
    kind: 'payout_fee_share',
    debit: 'restaurant_fees',
    credit: 'fees',
  } as const
  const parts = [
    { ...net, amount: amount - fee },
    { ...charge, amount: fee },
    { ...share, amount: restaurant_fee },
  ]
  await postTransfers(
    trx,
    parts.filter((part) => part.amount > 0),
  )
}

/** Returns the money to the wallet. If a tip was taken back meanwhile, the money pays that debt first. */
async function release(trx: Db, { id, employee_id, amount }: Held): Promise<void> {
  const wallets = await lockWallets(trx, [employee_id])
  const credit = requireWallet(wallets, employee_id).wallet
  const ref = `payout:${id}:release`
  await postTransfers(trx, [
    { ref, kind: 'payout_release', debit: 'payouts_in_flight', credit, amount },
    ...debtPayments(wallets, [{ employeeId: employee_id, ref, amount }]),
  ])
}
