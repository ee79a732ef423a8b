import { withoutCardNumbers } from '@portal/contracts/free-text'
import type { IncomingTip } from '@portal/contracts/tips'
import type { Db } from '../../db/connect.ts'
import { inTurn } from '../../db/in-turn.ts'
import { isUniqueViolation } from '../../db/unique-violation.ts'
import { Problem } from '../../http/problem.ts'
import { type LedgerTransfer, lockWallets, postTransfers, type Wallet, walletOf } from '../ledger/ledger.ts'
import { notifyUsers } from '../live/notify.ts'
import { addOperations, setOperationStatus } from '../operations/feed.ts'
import {
  countTipsByDay,
  findReceivers,
  findTips,
  insertTips,
  type KnownTip,
  markTipsCompleted,
  type Receiver,
} from './repository.ts'

/**
 * Books guests' tips to employees, all or none. A tip that is booked already changes nothing, except that a pending one
 * may become completed. @throws Problem 422 for an unknown employee, 409 when a known tip comes with another amount or employee
 */
export async function bookTips(db: Db, tips: readonly IncomingTip[]): Promise<{ booked: number; repeated: number }> {
  const employeeIds = [...new Set(tips.map((tip) => tip.employee_id).filter(isUuid))]
  const book = () =>
    inTurn(employeeIds, () => db.transaction().execute((trx) => bookInTransaction(trx, tips, employeeIds)))
  const { fresh, cleared, receivers, operationIds } = await book().catch((error: unknown) => {
    if (!isUniqueViolation(error) && !isRefTaken(error)) throw error
    // Another request has booked one of them meanwhile to another employee, whose wallet is not locked here. It is known now.
    return book()
  })
  const oldest = new Map<string, string | undefined>(cleared.map((tip) => [tip.employee_id, undefined]))
  for (const [index, tip] of [...fresh.entries()].reverse()) oldest.set(tip.employee_id, operationIds[index])
  await notifyUsers(
    db,
    [...receivers].flatMap(([employeeId, { user_id: userId, restaurant_id: rest_id }]) => {
      if (!oldest.has(employeeId)) return []
      const operation_id = oldest.get(employeeId)
      return [{ userId, hint: { type: 'tip', rest_id, ...(operation_id && { operation_id }) } as const }]
    }),
  )
  return { booked: fresh.length, repeated: tips.length - fresh.length }
}

/** Whether the ledger has another transfer under the same reference. */
function isRefTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'P0L01'
}

async function bookInTransaction(trx: Db, tips: readonly IncomingTip[], employeeIds: readonly string[]) {
  const receivers = await findReceivers(trx, employeeIds)
  const strangers = tips.flatMap((tip, index) => (receivers.has(tip.employee_id) ? [] : [index]))
  if (strangers.length > 0) throw tipProblem(422, 'unknown_employee', strangers, 'employee_id')

  const wallets = await lockWallets(trx, [...receivers.keys()])
  const { fresh, cleared } = sortOut(
    tips,
    await findTips(
      trx,
      tips.map((tip) => tip.external_id),
    ),
  )
  const operationIds = await bookFresh(trx, fresh, receivers, wallets)
  await clear(trx, cleared, wallets)
  return { fresh, cleared, receivers, operationIds }
}

/** Returns the new tips, oldest first, and the pending ones that are completed now. */
function sortOut(tips: readonly IncomingTip[], known: readonly KnownTip[]) {
  const stored = new Map(known.map((tip) => [tip.external_id, tip]))
  const fresh = new Map<string, IncomingTip>()
  const cleared = new Map<string, KnownTip>()
  for (const [index, tip] of tips.entries()) {
    const repeated = stored.get(tip.external_id)
    const earlier = fresh.get(tip.external_id)
    if (repeated) {
      const same = repeated.employee_id === tip.employee_id && repeated.amount === kopecks(tip)
      if (!same) throw tipProblem(409, 'tip_changed', [index], 'external_id')
      if (repeated.status === 'pending' && tip.status === 'completed') cleared.set(tip.external_id, repeated)
    } else if (earlier) {
      const same = earlier.employee_id === tip.employee_id && earlier.amount === tip.amount
      if (!same) throw tipProblem(409, 'tip_changed', [index], 'external_id')
      if (tip.status === 'completed') fresh.set(tip.external_id, { ...earlier, status: 'completed' })
    } else {
      fresh.set(tip.external_id, tip)
    }
  }
  return {
    fresh: [...fresh.values()].sort((a, b) => Date.parse(a.paid_at) - Date.parse(b.paid_at)),
    cleared: [...cleared.values()],
  }
}

/** Returns the ids of their operations, in the given order. */
async function bookFresh(
  trx: Db,
  tips: readonly IncomingTip[],
  receivers: ReadonlyMap<string, Receiver>,
  wallets: ReadonlyMap<string, Wallet>,
): Promise<string[]> {
  if (tips.length === 0) return []
  await postTransfers(
    trx,
    tips.map((tip): LedgerTransfer => {
      const { wallet, uncleared } = walletOf(wallets, tip.employee_id)
      const credit = tip.status === 'pending' ? uncleared : wallet
      return { ref: `tip:${tip.external_id}`, kind: 'tip', debit: 'tips_clearing', credit, amount: kopecks(tip) }
    }),
  )
  const operationIds = await addOperations(
    trx,
    tips.map((tip) => ({
      employeeId: tip.employee_id,
      userId: receivers.get(tip.employee_id)?.user_id ?? '',
      type: 'tip',
      amount: kopecks(tip),
      status: tip.status,
      title: 'Чаевые',
      rating: tip.rating,
      comment: tip.comment && withoutCardNumbers(tip.comment),
      at: new Date(tip.paid_at),
    })),
  )
  const now = new Date()
  const rows = tips.map((tip, index) => ({
    external_id: tip.external_id,
    employee_id: tip.employee_id,
    amount: kopecks(tip),
    status: tip.status,
    // A till whose clock is fast must not book tomorrow's tips.
    paid_at: new Date(Math.min(Date.parse(tip.paid_at), +now)),
    operation_id: operationIds[index] ?? '',
  }))
  await insertTips(trx, rows)
  await countTipsByDay(trx, rows)
  return operationIds
}

async function clear(trx: Db, tips: readonly KnownTip[], wallets: ReadonlyMap<string, Wallet>): Promise<void> {
  if (tips.length === 0) return
  await postTransfers(
    trx,
    tips.map(({ external_id, employee_id, amount }): LedgerTransfer => {
      const { wallet, uncleared } = walletOf(wallets, employee_id)
      return { ref: `tip-clear:${external_id}`, kind: 'tip_clear', debit: uncleared, credit: wallet, amount }
    }),
  )
  await markTipsCompleted(
    trx,
    tips.map((tip) => tip.external_id),
  )
  await setOperationStatus(
    trx,
    tips.map((tip) => tip.operation_id),
    'completed',
  )
}

function kopecks(tip: IncomingTip): number {
  return Math.round(tip.amount * 100)
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

function tipProblem(status: number, code: string, indexes: readonly number[], field: string): Problem {
  return new Problem(status, code, {
    errors: Object.fromEntries(indexes.map((index) => [`tips.${index}.${field}`, [code]])),
  })
}
