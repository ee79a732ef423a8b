import { sql } from 'kysely'
import { type Actor, addAuditEvent, type Decision } from '../../base/audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import { Problem, requireFound } from '../../http/problem.ts'
import type { Bank, BankResponse } from '../bank/bank.ts'
import { addAttempt, isUnderWay } from '../delivery/attempts.ts'
import { type BankCall, callBank } from '../delivery/bank-call.ts'
import { bookWithin } from '../delivery/deliver.ts'
import { readOrder } from '../delivery/sent-order.ts'
import { ContradictionError } from '../delivery/settle.ts'
import { storeContradiction } from '../reconciliation/contradiction.ts'
import { isFinished } from './records.ts'

/** Shorter than `lock_timeout`, because a decision of the bank that arrives meanwhile waits for the row. */
const ASK_TIMEOUT_MS = 4_000

/**
 * Locks a withdrawal for an operator: until the transaction ends no worker leases it, and nothing about it is booked.
 * @throws Problem 404, 409 `not_at_bank` for a transfer, `in_review`, `delivery_under_way`
 */
export async function lockWithdrawal(trx: Db, payoutId: string) {
  const payout = requireFound(
    await trx
      .selectFrom('payout')
      .select(['kind', 'status', 'review', 'bank', 'amount', 'attempts'])
      .where('id', '=', payoutId)
      .forUpdate()
      .executeTakeFirst(),
  )
  if (payout.review === 'open') throw new Problem(409, 'in_review')
  if (payout.kind === 'transfer') throw new Problem(409, 'not_at_bank')
  if (await isUnderWay(trx, payoutId)) throw new Problem(409, 'delivery_under_way')
  return payout
}

/** Requests the status and returns the bank's response, or undefined without one. The caller has locked the payout. */
export async function requestStatus(
  trx: Db,
  bank: Bank,
  payoutId: string,
  actor: Actor,
): Promise<BankResponse | { status: 'unknown' } | undefined> {
  const calls: BankCall[] = []
  const order = await readOrder(trx, payoutId)
  const signal = AbortSignal.timeout(ASK_TIMEOUT_MS)
  const response = await callBank(bank, 'status', { order, calls, signal }).catch(() => undefined)
  await addAttempt(trx, payoutId, { source: 'operator', operator: actor.id, calls })
  return response
}

/**
 * Requests the status of a withdrawal and books what the bank has decided. If the bank has not decided, the worker's
 * next attempt follows immediately. Returns whether this call settled the withdrawal.
 * @throws Problem as `lockWithdrawal`; 409 `not_at_bank` also for a withdrawal that no provider has yet
 */
export async function askBank(trx: Db, bank: Bank, payoutId: string, { actor, reason }: Decision): Promise<boolean> {
  const { status, bank: bankName } = await lockWithdrawal(trx, payoutId)
  if (bankName === null) throw new Problem(409, 'not_at_bank')
  const response = await requestStatus(trx, bank, payoutId, actor)
  const settled = await bookOrContradict(trx, payoutId, response)
  if (settled === false && !isFinished({ status })) await makeDue(trx, payoutId)
  await addAuditEvent(trx, {
    action: 'payout_asked',
    subject: { type: 'payout', id: payoutId },
    actor,
    reason,
    before: { status },
    after: { response: response?.status ?? 'none', ...(settled === 'contradicts' && { contradicts: true }) },
  })
  return settled === true
}

/** Books the bank's decision, or stores that it contradicts what was booked. Returns whether it settled the payout. */
export async function bookOrContradict(
  trx: Db,
  payoutId: string,
  response: Awaited<ReturnType<typeof requestStatus>>,
): Promise<boolean | 'contradicts'> {
  if (!response || response.status === 'unknown') return false
  try {
    return await bookWithin(trx, payoutId, response)
  } catch (error) {
    if (!(error instanceof ContradictionError)) throw error
    await storeContradiction(trx, payoutId, response)
    return 'contradicts'
  }
}

export async function makeDue(trx: Db, payoutId: string): Promise<void> {
  await trx
    .updateTable('payout')
    .set({ next_attempt_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', payoutId)
    .execute()
}
