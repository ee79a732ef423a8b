import type { QueryOf, ResponseOf } from '@portal/shared/contracts/endpoint'
import type { DayTotals, listOperations, Operation, OperationFilter } from '@portal/shared/contracts/operation'
import { addDays } from '@portal/shared/contracts/period'
import type { Db } from '../../db/connect.ts'
import { countAsOf, pageOf, type Range } from '../../http/numbered-pages.ts'
import { findOwnEmployee } from '../employees/find-employee.ts'
import {
  countBefore,
  countOperations,
  type DaySums,
  type Feed,
  type OperationRow,
  readOperations,
  sumByDay,
  timeZoneOfUser,
} from './repository.ts'

export async function listUserOperations(
  db: Db,
  userId: string,
  { page = 1, as_of, ...filter }: QueryOf<typeof listOperations>,
): Promise<ResponseOf<typeof listOperations>> {
  const feed = await findFeed(db, userId, filter)
  const count = countAsOf(await countOperations(db, feed), as_of)
  const { range, position } = pageOf(await findPeriod(db, feed, count, filter), page)
  const rows = await readOperations(db, feed, range)
  return {
    items: rows.map(toOperation),
    ...position,
    as_of: String(count),
    day_totals: await dayTotals(db, feed, count, rows),
  }
}

/** @throws Problem 404 */
export async function findFeed(
  db: Db,
  userId: string,
  { restId, type = 'all' }: Pick<OperationFilter, 'restId'> & { type?: Feed['type'] | undefined },
): Promise<Feed> {
  if (restId === undefined) return { owner: 'user', ownerId: userId, type, timeZone: await timeZoneOfUser(db, userId) }
  const { id, time_zone, restaurant } = await findOwnEmployee(db, userId, restId)
  return { owner: 'employee', ownerId: id, type, timeZone: time_zone, restaurant }
}

/** The numbers of the filter's days among the first `count` operations. */
export async function findPeriod(db: Db, feed: Feed, count: number, { from, to }: OperationFilter): Promise<Range> {
  return {
    first: from === undefined ? 1 : (await countBefore(db, feed, count, from)) + 1,
    last: to === undefined ? count : await countBefore(db, feed, count, addDays(to, 1)),
  }
}

/** Of whole days, also where the page begins or ends within one. */
async function dayTotals(db: Db, feed: Feed, count: number, rows: readonly OperationRow[]): Promise<DayTotals[]> {
  const days = [...new Set(rows.map(({ day }) => day))]
  const [newest, oldest] = [days[0], days.at(-1)]
  if (newest === undefined || oldest === undefined) return []
  const sums = await sumByDay(db, feed, await findPeriod(db, feed, count, { from: oldest, to: newest }))
  return days.flatMap((date) => {
    const day = sums.get(date)
    return day ? [{ date, ...rublesOf(day) }] : []
  })
}

function rublesOf(sums: DaySums): DaySums {
  return Object.fromEntries(Object.entries(sums).map(([name, kopecks]) => [name, kopecks / 100])) as DaySums
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
