import { withoutCardNumbers } from '@portal/contracts/free-text'
import type { IncomingTip } from '@portal/contracts/ingest'
import { toKopecks } from '@portal/contracts/money'
import { isUuid } from '@portal/contracts/uuid'
import type { Db } from '../../db/connect.ts'
import { hasErrorCode, isUniqueViolation } from '../../db/error-code.ts'
import { inTurn } from '../../db/in-turn.ts'
import { awaitReplication } from '../../db/standbys.ts'
import { notifyUsers } from '../../messages/live/notify.ts'
import { addPushEvents, type PushEvent } from '../../messages/push/add-push-events.ts'
import { type Credit, debtPayments } from '../ledger/debt.ts'
import { type LedgerTransfer, lockWallets, postTransfers, requireWallet, type Wallet } from '../ledger/ledger.ts'
import { addOperations } from '../operations/feed.ts'
import { completeTips, findAdjustments } from './adjustments.ts'
import { type AddedMoney, type CeilingCheck, withoutCeilings } from './ceilings.ts'
import { nameReceivers, type ReceivedTip, tipProblem } from './receivers.ts'
import {
  countTipsByDay,
  findDeleted,
  findReceivers,
  findTips,
  insertTips,
  type KnownTip,
  type Receiver,
} from './repository.ts'

/** `accept` may refuse the request in its transaction. */
export type BookingOptions = { accept?: (trx: Db) => Promise<void>; requireBelowCeilings?: CeilingCheck }

/**
 * Books all tips of guests or, after an error, none. A tip that is already booked changes nothing, except that a
 * pending one may become completed. `accept` runs first in the transaction.
 * @throws Problem 422 for an unknown employee, 409 if a known tip comes with another amount or employee, and as
 * `requireBelowCeilings`
 */
export async function bookTips(
  db: Db,
  incoming: readonly IncomingTip[],
  { accept = async () => {}, requireBelowCeilings = withoutCeilings }: BookingOptions = {},
): Promise<{ booked: number; repeated: number }> {
  const tips = await nameReceivers(db, incoming)
  const employeeIds = [...new Set(tips.map((tip) => tip.employee_id).filter(isUuid))]
  const book = () =>
    inTurn(employeeIds, () =>
      db.transaction().execute(async (trx) => {
        await accept(trx)
        const booked = await bookInTransaction(trx, tips, employeeIds)
        await requireBelowCeilings(trx, addedBy(tips, booked), 'tips')
        return booked
      }),
    )
  const { fresh, cleared, receivers, operationIds } = await book().catch((error: unknown) => {
    if (!isUniqueViolation(error) && !isRefTaken(error)) throw error
    // Another request has just booked one of the tips to another employee, whose wallet is not locked here. The second
    // attempt knows this tip.
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

/** Returns the money that the new tips of a request add. */
function addedBy(
  tips: readonly ReceivedTip[],
  { fresh, receivers }: Awaited<ReturnType<typeof bookInTransaction>>,
): AddedMoney[] {
  const added = new Map(fresh.map((tip) => [tip.external_id, tip]))
  return tips.flatMap((tip, index) => {
    if (!added.delete(tip.external_id)) return []
    const amount = kopecks(tip)
    return [{ index, restaurantId: receivers.get(tip.employee_id)?.restaurant_id ?? '', amount, total: amount }]
  })
}

/** Whether the ledger has already used this reference for another transfer. */
function isRefTaken(error: unknown): boolean {
  return hasErrorCode(error, 'P0L01')
}

async function bookInTransaction(trx: Db, tips: readonly ReceivedTip[], employeeIds: readonly string[]) {
  const receivers = await findReceivers(trx, employeeIds)
  const unknown = tips.flatMap((tip, index) => (receivers.has(tip.employee_id) ? [] : [index]))
  if (unknown.length > 0) throw tipProblem(422, 'unknown_employee', unknown, 'employee_id')

  const wallets = await lockWallets(trx, [...receivers.keys()])
  const { fresh, cleared } = sortOut(
    tips,
    await findTips(
      trx,
      tips.map((tip) => tip.external_id),
    ),
  )
  // A user who has deleted the account could never withdraw new tips. Tips that were booked before may be sent again.
  const deleted = await findDeleted(trx, [...new Set(fresh.map((tip) => tip.employee_id))])
  const lost = tips.flatMap((tip, index) => (deleted.has(tip.employee_id) && fresh.includes(tip) ? [index] : []))
  if (lost.length > 0) throw tipProblem(422, 'unknown_employee', lost, 'employee_id')

  if (fresh.length < tips.length) await awaitReplication(trx)
  const operationIds = await bookFresh(trx, fresh, receivers, wallets)
  const clearings = await clear(trx, cleared, wallets)
  const completed = fresh.filter(({ status }) => status === 'completed')
  // A separate call, because the ledger checks a call that consists only of tips fastest.
  await postTransfers(
    trx,
    debtPayments(wallets, [
      ...completed.map((tip) => ({ employeeId: tip.employee_id, ref: tipRef(tip), amount: kopecks(tip) })),
      ...clearings,
    ]),
  )
  await addPushEvents(trx, tipEvents(fresh))
  return { fresh, cleared, receivers, operationIds }
}

/** Returns the new tips, oldest first, and the pending tips that are completed now. */
function sortOut(tips: readonly ReceivedTip[], known: readonly KnownTip[]) {
  const stored = new Map(known.map((tip) => [tip.external_id, tip]))
  const fresh = new Map<string, ReceivedTip>()
  const cleared = new Map<string, KnownTip>()
  for (const [index, tip] of tips.entries()) {
    const repeated = stored.get(tip.external_id)
    const earlier = fresh.get(tip.external_id)
    if (repeated) {
      const same = repeated.employee_id === tip.employee_id && repeated.amount === kopecks(tip)
      if (!same) throw tipProblem(409, 'tip_changed', [index], 'external_id')
      if (repeated.status === 'pending' && tip.status === 'completed') cleared.set(tip.external_id, repeated)
    } else if (earlier) {
      const same = earlier.employee_id === tip.employee_id && kopecks(earlier) === kopecks(tip)
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

/** Books new tips. Returns the ids of their operations, in the given order. */
async function bookFresh(
  trx: Db,
  tips: readonly ReceivedTip[],
  receivers: ReadonlyMap<string, Receiver>,
  wallets: ReadonlyMap<string, Wallet>,
): Promise<string[]> {
  if (tips.length === 0) return []
  await postTransfers(
    trx,
    tips.map((tip): LedgerTransfer => {
      const { wallet, uncleared } = requireWallet(wallets, tip.employee_id)
      const credit = tip.status === 'pending' ? uncleared : wallet
      return { ref: tipRef(tip), kind: 'tip', debit: 'tips_clearing', credit, amount: kopecks(tip) }
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
    count: 1,
    operation_id: operationIds[index] ?? '',
  }))
  await insertTips(trx, rows)
  await countTipsByDay(trx, rows)
  return operationIds
}

/**
 * Clears pending tips with what adjustments have left of them. Returns the money that has become available.
 */
async function clear(trx: Db, tips: readonly KnownTip[], wallets: ReadonlyMap<string, Wallet>): Promise<Credit[]> {
  if (tips.length === 0) return []
  const adjusted = await findAdjustments(
    trx,
    tips.map((tip) => tip.external_id),
  )
  const changes = Map.groupBy(adjusted, ({ tip }) => tip)
  const clearings = tips.map(({ external_id, employee_id, amount }) => ({
    employeeId: employee_id,
    ref: `tip-clear:${external_id}`,
    amount: (changes.get(external_id) ?? []).reduce((sum, { change }) => sum + change, amount),
  }))
  await postTransfers(
    trx,
    clearings.map(({ employeeId, ref, amount }): LedgerTransfer => {
      const { wallet, uncleared } = requireWallet(wallets, employeeId)
      return { ref, kind: 'tip_clear', debit: uncleared, credit: wallet, amount }
    }),
  )
  await completeTips(trx, tips, adjusted)
  return clearings
}

/** Returns one event for each employee, about all their new tips in the request. */
function tipEvents(tips: readonly ReceivedTip[]): PushEvent[] {
  return [...Map.groupBy(tips, (tip) => tip.employee_id)].map(([employeeId, received]) => ({
    kind: 'tip',
    employeeId,
    count: received.length,
    amount: received.reduce((sum, tip) => sum + kopecks(tip), 0),
  }))
}

function tipRef({ external_id }: { external_id: string }): string {
  return `tip:${external_id}`
}

function kopecks(tip: ReceivedTip): number {
  return toKopecks(tip.amount)
}
