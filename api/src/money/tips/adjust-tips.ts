import { withoutCardNumbers } from '@portal/contracts/free-text'
import type { TipAdjustment } from '@portal/contracts/ingest'
import { toKopecks } from '@portal/contracts/money'
import type { Db } from '../../db/connect.ts'
import { isUniqueViolation } from '../../db/error-code.ts'
import { inTurn } from '../../db/in-turn.ts'
import { awaitReplication } from '../../db/standbys.ts'
import { notifyUsers } from '../../messages/live/notify.ts'
import { debtPayments, openDebts } from '../ledger/debt.ts'
import { type LedgerTransfer, lockWallets, postTransfers, requireWallet, type Wallet } from '../ledger/ledger.ts'
import { addOperations, type NewOperation } from '../operations/feed.ts'
import {
  type AdjustableTip,
  completeTips,
  findAdjustableTips,
  findAdjustments,
  findAdjustmentsById,
  insertAdjustments,
} from './adjustments.ts'
import { type AddedMoney, withoutCeilings } from './ceilings.ts'
import { tipProblem } from './receivers.ts'
import { countTipsByDay, findDeleted } from './repository.ts'
import type { BookingOptions } from './service.ts'

/**
 * Books all adjustments or, after an error, none. What the wallet cannot pay becomes a debt, which later tips pay.
 * `accept` runs first in the transaction.
 * @throws Problem 422 `unknown_tip`, `more_than_tip`, `unknown_employee`; 409 `adjustment_changed` for a known id with
 * another content; and as `requireBelowCeilings`
 */
export async function adjustTips(
  db: Db,
  adjustments: readonly TipAdjustment[],
  { accept = async () => {}, requireBelowCeilings = withoutCeilings }: BookingOptions = {},
): Promise<{ booked: number; repeated: number }> {
  const tips = await findAdjustableTips(
    db,
    adjustments.map(({ tip }) => tip),
  )
  const employeeIds = [...new Set(tips.map((tip) => tip.employee_id))]
  const adjust = () =>
    inTurn(employeeIds, () =>
      db.transaction().execute(async (trx) => {
        await accept(trx)
        const booked = await adjustInTransaction(trx, adjustments, employeeIds)
        await requireBelowCeilings(trx, addedBy(adjustments, booked), 'adjustments')
        return booked
      }),
    )
  const fresh = await adjust().catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    // Another request has just used one of the ids for a tip of another employee. The second attempt knows this id.
    return adjust()
  })
  const users = new Map(fresh.map(({ tip }) => [tip.employee_id, tip]))
  await notifyUsers(
    db,
    [...users.values()].map(({ user_id: userId, restaurant_id: rest_id }) => ({
      userId,
      hint: { type: 'tip', rest_id } as const,
    })),
  )
  return { booked: fresh.length, repeated: adjustments.length - fresh.length }
}

/** Returns the money that new positive adjustments add. */
function addedBy(adjustments: readonly TipAdjustment[], fresh: readonly Fresh[]): AddedMoney[] {
  const indexes = new Map(adjustments.map(({ external_id }, index) => [external_id, index]))
  return fresh.flatMap(({ external_id, change, tip }) => {
    if (change < 0) return []
    const index = indexes.get(external_id) ?? 0
    return [{ index, restaurantId: tip.restaurant_id, amount: change, total: tip.left + change }]
  })
}

/** An adjustment that is not booked yet, with its tip. `change` is in kopecks. */
type Fresh = Pick<TipAdjustment, 'external_id' | 'kind' | 'reason'> & { change: number; tip: AdjustableTip }

async function adjustInTransaction(
  trx: Db,
  adjustments: readonly TipAdjustment[],
  employeeIds: readonly string[],
): Promise<Fresh[]> {
  const wallets = await lockWallets(trx, employeeIds)
  // Reads the tips again under the lock, because they may have been adjusted or cleared meanwhile.
  const tips = await findAdjustableTips(
    trx,
    adjustments.map(({ tip }) => tip),
  )
  // A tip that was booked meanwhile still counts as unknown, because its wallet is not locked.
  const locked = tips.filter((tip) => wallets.has(tip.employee_id))
  const fresh = await sortOut(trx, adjustments, new Map(locked.map((tip) => [tip.external_id, tip])))
  await requireReceivers(trx, adjustments, fresh)
  if (fresh.length < adjustments.length) await awaitReplication(trx)
  if (fresh.length === 0) return fresh

  const operationIds = await addOperations(trx, fresh.map(toOperation))
  await insertAdjustments(
    trx,
    fresh.map(({ external_id, kind, change, tip }, index) => ({
      external_id,
      tip: tip.external_id,
      kind,
      change,
      while_pending: isPending(tip),
      operation_id: operationIds[index] ?? '',
    })),
  )
  const debtors = debtorIds(fresh, wallets)
  const accounts = debtors.length > 0 ? await openDebts(trx, debtors, employeeIds) : wallets
  await postTransfers(
    trx,
    fresh.flatMap((adjustment) => adjustmentTransfers(adjustment, requireWallet(accounts, adjustment.tip.employee_id))),
  )
  await countTipsByDay(trx, fresh.map(toDayChange))
  await completeEmptyTips(trx, fresh)
  return fresh
}

async function sortOut(
  trx: Db,
  adjustments: readonly TipAdjustment[],
  tips: ReadonlyMap<string, AdjustableTip>,
): Promise<Fresh[]> {
  const stored = await findAdjustmentsById(
    trx,
    adjustments.map(({ external_id }) => external_id),
  )
  const known = new Map(stored.map(({ external_id, tip, kind, change }) => [external_id, { tip, kind, change }]))
  const fresh: Fresh[] = []
  for (const [index, { external_id, tip: tipId, kind, change: rubles, reason }] of adjustments.entries()) {
    const tip = tips.get(tipId)
    if (!tip) throw tipProblem(422, 'unknown_tip', [index], 'tip', 'adjustments')
    const change = toKopecks(rubles)
    const earlier = known.get(external_id)
    if (earlier) {
      const same = earlier.tip === tipId && earlier.kind === kind && earlier.change === change
      if (!same) throw tipProblem(409, 'adjustment_changed', [index], 'external_id', 'adjustments')
      continue
    }
    const left = tip.left + change
    if (left < 0) throw tipProblem(422, 'more_than_tip', [index], 'change', 'adjustments')
    known.set(external_id, { tip: tipId, kind, change })
    fresh.push({ external_id, kind, reason, change, tip: { ...tip } })
    tip.left = left
  }
  return fresh
}

/**
 * Refuses positive changes for users who have deleted the account, because they could never withdraw them. Money that
 * was paid out may still be taken back.
 */
async function requireReceivers(
  trx: Db,
  adjustments: readonly TipAdjustment[],
  fresh: readonly Fresh[],
): Promise<void> {
  const additions = fresh.filter(({ change }) => change > 0)
  if (additions.length === 0) return
  const deleted = await findDeleted(trx, [...new Set(additions.map(({ tip }) => tip.employee_id))])
  const lost = new Set(additions.flatMap(({ external_id, tip }) => (deleted.has(tip.employee_id) ? external_id : [])))
  if (lost.size === 0) return
  const indexes = adjustments.flatMap(({ external_id }, index) => (lost.has(external_id) ? [index] : []))
  throw tipProblem(422, 'unknown_employee', indexes, 'tip', 'adjustments')
}

function isPending({ status }: AdjustableTip): boolean {
  return status === 'pending'
}

/** Returns the employees whose wallets may not contain enough for the changes. */
function debtorIds(fresh: readonly Fresh[], wallets: ReadonlyMap<string, Wallet>): string[] {
  const taken = new Map<string, number>()
  for (const { change, tip } of fresh) {
    if (change < 0 && !isPending(tip)) taken.set(tip.employee_id, (taken.get(tip.employee_id) ?? 0) - change)
  }
  return [...taken].flatMap(([id, amount]) => (amount > requireWallet(wallets, id).balance ? [id] : []))
}

/** Returns the transfers of one adjustment, and applies them to the given wallet for the next adjustment. */
function adjustmentTransfers({ external_id, change, tip }: Fresh, wallet: Wallet): LedgerTransfer[] {
  const common = { ref: `tip-adjustment:${external_id}`, kind: 'tip_adjustment' }
  const account = isPending(tip) ? wallet.uncleared : wallet.wallet
  if (change > 0) {
    const credit: LedgerTransfer = { ...common, debit: 'tips_clearing', credit: account, amount: change }
    if (isPending(tip)) return [credit]
    const payments = debtPayments(new Map([[tip.employee_id, wallet]]), [
      { employeeId: tip.employee_id, ref: common.ref, amount: change },
    ])
    const paid = payments.reduce((sum, { amount }) => sum + amount, 0)
    wallet.balance += change - paid
    wallet.debt -= paid
    return [credit, ...payments]
  }
  if (isPending(tip)) return [{ ...common, debit: account, credit: 'tips_clearing', amount: -change }]

  const available = Math.min(wallet.balance, -change)
  const owed = -change - available
  wallet.balance -= available
  wallet.debt += owed
  const parts: LedgerTransfer[] = [{ ...common, debit: account, credit: 'tips_clearing', amount: available }]
  if (wallet.debtAccount !== undefined) {
    const debt = { ref: `tip-adjustment-debt:${external_id}`, kind: 'tip_adjustment_debt', debit: wallet.debtAccount }
    parts.push({ ...debt, credit: 'tips_clearing', amount: owed })
  }
  return parts.filter(({ amount }) => amount > 0)
}

/** The employee's operation, which is pending as long as the tip is. */
function toOperation({ kind, change, reason, tip }: Fresh): NewOperation {
  // The number of the tip is appended to the title.
  const title =
    kind === 'correction' ? 'Исправление чаевых' : change < 0 ? 'Возврат гостю чаевых' : 'Отмена возврата чаевых'
  return {
    employeeId: tip.employee_id,
    userId: tip.user_id,
    type: change > 0 ? 'correction_in' : kind === 'chargeback' ? 'chargeback' : 'correction_out',
    amount: Math.abs(change),
    status: tip.status,
    title: `${title} № ${tip.number}`,
    ...(reason && { comment: withoutCardNumbers(reason) }),
  }
}

/** Statistics show the remaining amount on the day of the tip. A tip with nothing left is not counted. */
function toDayChange({ change, tip: { employee_id, paid_at, left } }: Fresh) {
  const count = left + change === 0 ? -1 : left === 0 ? 1 : 0
  return { employee_id, amount: change, count, paid_at }
}

/** Completes pending tips with nothing left, which need no clearing. */
async function completeEmptyTips(trx: Db, fresh: readonly Fresh[]): Promise<void> {
  const last = new Map(fresh.map((adjustment) => [adjustment.tip.external_id, adjustment]))
  const empty = [...last.values()].filter(({ tip, change }) => isPending(tip) && tip.left + change === 0)
  if (empty.length === 0) return
  const tips = empty.map(({ tip }) => tip)
  const adjusted = await findAdjustments(
    trx,
    tips.map((tip) => tip.external_id),
  )
  await completeTips(trx, tips, adjusted)
}
