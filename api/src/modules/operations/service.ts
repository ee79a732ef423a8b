import type { QueryOf, ResponseOf } from '@portal/contracts/endpoint'
import type { DayTotals, listOperations, Operation } from '@portal/contracts/operation'
import type { Db } from '../../db/connect.ts'
import { countAsOf, pageOf } from '../../http/numbered-pages.ts'
import { Problem } from '../../http/problem.ts'
import { type DaySums, type Feed, type FeedFilter, findFeed, type OperationRow, readPage } from './repository.ts'

export async function listUserOperations(
  db: Db,
  userId: string,
  { page = 1, as_of, ...filter }: QueryOf<typeof listOperations>,
): Promise<ResponseOf<typeof listOperations>> {
  const feed = await getFeed(db, userId, { ...filter, maxCount: countAsOf(Number.MAX_SAFE_INTEGER, as_of) })
  const { range, position } = pageOf(feed.period, page)
  const rows = await readPage(db, feed, range)
  return { items: rows.map(toOperation), ...position, as_of: String(feed.count), day_totals: dayTotals(rows) }
}

/** @throws Problem 404 */
export async function getFeed(db: Db, userId: string, filter: FeedFilter): Promise<Feed> {
  const feed = await findFeed(db, userId, filter)
  if (!feed) throw new Problem(404, 'not_found')
  return feed
}

/** Newest first. */
function dayTotals(rows: readonly (DaySums & { day: string })[]): DayTotals[] {
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return [...byDay].map(([date, row]) => ({
    date,
    total: row.total / 100,
    tips: row.tips / 100,
    transfers_in: row.transfers_in / 100,
    payouts: row.payouts / 100,
    transfers_out: row.transfers_out / 100,
    pending_in: row.pending_in / 100,
    pending_out: row.pending_out / 100,
  }))
}

function toOperation(row: OperationRow): Operation {
  return {
    id: row.id,
    number: String(row.number),
    type: row.type,
    direction: row.type === 'payout' || row.type === 'transfer_out' ? 'out' : 'in',
    amount: row.amount / 100,
    fee: row.fee / 100,
    status: row.status,
    title: row.title,
    restaurant: { id: row.restaurant_id, name: row.restaurant_name },
    created_at: row.created_at.toISOString(),
    ...(row.payout_id !== null && { payout_id: row.payout_id }),
    ...(row.rating !== null && { rating: row.rating }),
    ...(row.comment !== null && { comment: row.comment }),
  }
}
