import type { QueryOf, ResponseOf } from '@portal/contracts/endpoint'
import type { DayTotals, listOperations, Operation } from '@portal/contracts/operation'
import type { Db } from '../../db/connect.ts'
import { pagePosition, parseAsOf } from '../../http/numbered-pages.ts'
import { requireFound } from '../../http/problem.ts'
import type { OperationType } from './feed.ts'
import { operationDirection } from './feed.ts'
import { type DaySum, findList, type OperationRow, readPage, sumDays } from './repository.ts'
import { parseSearch } from './search.ts'

/** @throws Problem 404 */
export async function listUserOperations(
  db: Db,
  userId: string,
  { page = 1, as_of, q, ...filter }: QueryOf<typeof listOperations>,
): Promise<ResponseOf<typeof listOperations>> {
  const asOf = parseAsOf(as_of)
  const list = requireFound(await findList(db, userId, { ...filter, search: parseSearch(q) }, asOf))
  const rows = await readPage(db, list, page)
  return {
    items: rows.map(toOperation),
    ...pagePosition(list.total, page),
    as_of: String(list.count),
    day_totals: dayTotals(await sumDays(db, list, rows)),
    ...(list.oldestSearched !== undefined && { has_unsearched: true }),
  }
}

const nothing = { total: 0, tips: 0, transfers_in: 0, payouts: 0, transfers_out: 0, pending_in: 0, pending_out: 0 }

type Totals = typeof nothing

/** The field of the totals for each type. Refunds and adjustments of tips count only in `total`. */
const totalByType = {
  tip: 'tips',
  transfer_in: 'transfers_in',
  payout: 'payouts',
  transfer_out: 'transfers_out',
  refund: undefined,
  correction_in: undefined,
  correction_out: undefined,
  chargeback: undefined,
} satisfies Record<OperationType, keyof Totals | undefined>

/** Newest first. */
function dayTotals(sums: readonly DaySum[]): DayTotals[] {
  const byDay = new Map<string, Totals>()
  for (const { day, type, status, amount } of sums) {
    const totals = byDay.get(day) ?? { ...nothing }
    byDay.set(day, totals)
    const direction = operationDirection(type)
    const total = totalByType[type]
    if (status === 'completed') {
      totals.total += direction === 'in' ? amount : -amount
      if (total) totals[total] += amount
    } else if (status === 'pending' && total) {
      totals[`pending_${direction}`] += amount
    }
  }
  return [...byDay].map(([date, { total, tips, transfers_in, payouts, transfers_out, pending_in, pending_out }]) => ({
    date,
    total: total / 100,
    tips: tips / 100,
    transfers_in: transfers_in / 100,
    payouts: payouts / 100,
    transfers_out: transfers_out / 100,
    pending_in: pending_in / 100,
    pending_out: pending_out / 100,
  }))
}

function toOperation(row: OperationRow): Operation {
  return {
    id: row.id,
    number: String(row.number),
    type: row.type,
    direction: operationDirection(row.type),
    amount: row.amount / 100,
    fee: row.fee / 100,
    ...(row.restaurant_fee > 0 && { restaurant_fee: row.restaurant_fee / 100 }),
    status: row.status,
    title: row.title,
    restaurant: { id: row.restaurant_id, name: row.restaurant_name },
    created_at: row.created_at.toISOString(),
    ...(row.payout_id !== null && { payout_id: row.payout_id }),
    ...(row.rating !== null && { rating: row.rating }),
    ...(row.comment !== null && { comment: row.comment }),
    ...(row.paid_at !== null && { paid_at: row.paid_at.toISOString() }),
  }
}
