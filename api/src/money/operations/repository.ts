import { defaultTimeZone } from '@portal/contracts/employee'
import { type OperationFilter, SEARCHED_OPERATIONS } from '@portal/contracts/operation'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { startOfDay } from '../../db/dates.ts'
import type { Database } from '../../db/schema.ts'
import { entriesBefore, PER_PAGE } from '../../http/numbered-pages.ts'
import { findOwnEmployees } from '../../staff/employees/repository.ts'
import type { FeedType } from './feed.ts'
import type { Search } from './search.ts'
import {
  boundConditions,
  isNotAfter,
  isOlderThan,
  newestFirst,
  oldestFirst,
  selectBranches,
  selectIds,
} from './select-operations.ts'

// How paging works: every list is ordered by (created_at, id), as the index on the operations of each employee. New
// operations come after all existing ones (feed.ts), so a list up to a given operation stays the same while its pages
// are read. `findList` finds this newest operation and the counts. `readPage` reads a page by its number, `readNext`
// what follows an operation. Both select the ids, mostly by the index alone, and then read the rows with these ids.

/** Whose operations a list has: one employee's, or those of all employees of a user. */
export type Owner = {
  /** The employee's or the user's id, as in `operation_feed.owner_id`. */
  id: string
  employees: { id: string; restaurant_id: string; restaurant: string }[]
  /** The time zone of the days of a period and of the totals. */
  timeZone: string
  /** The restaurant's name, for an employee's list. */
  restaurant: string | undefined
}

export type ListFilter = Pick<OperationFilter, 'restId' | 'from' | 'to'> & {
  type?: FeedType | undefined
  search?: Search | undefined
}

export type List = Owner &
  ListFilter & {
    /** How many operations of this type there are, regardless of the period and the search. */
    count: number
    /** The id of the newest of these operations; undefined if there are none. */
    newest: string | undefined
    /** The id of the oldest operation that a search looks at; undefined if it looks at all of them. */
    oldestSearched: string | undefined
    /** How many operations are in the period and match the search. */
    total: number
  }

/** A list of all restaurants has the days of the user's first restaurant. Undefined if the user never worked there. */
export async function findOwner(db: Db, userId: string, restId: string | undefined): Promise<Owner | undefined> {
  const employees = await findOwnEmployees(db, userId, restId)
  const [first] = employees
  const timeZone = first?.time_zone ?? defaultTimeZone
  if (restId === undefined) return { id: userId, employees, timeZone, restaurant: undefined }
  return first && { id: first.id, employees, timeZone, restaurant: first.restaurant }
}

/**
 * `asOf`: how many operations of this type existed when the first page was read. Later ones are left out. Returns
 * undefined if the user never worked at the restaurant.
 */
export async function findList(
  db: Db,
  userId: string,
  filter: ListFilter,
  asOf = Number.MAX_SAFE_INTEGER,
): Promise<List | undefined> {
  const owner = await findOwner(db, userId, filter.restId)
  if (!owner) return undefined
  const { count, newest } = await findNewest(db, owner, asOf, filter.type)
  const list = { ...owner, ...filter, count, newest, oldestSearched: undefined, total: count }
  if (newest === undefined) return list

  const withoutSearch = { ...list, search: undefined }
  const hasPeriod = filter.from !== undefined || filter.to !== undefined
  // The count of all days is stored.
  const countInPeriod = hasPeriod ? await countListed(db, withoutSearch) : count
  if (!filter.search) return { ...list, total: countInPeriod }

  const isLong = countInPeriod > SEARCHED_OPERATIONS
  const oldestSearched = isLong ? await findOldestSearched(db, withoutSearch) : undefined
  return { ...list, oldestSearched, total: await countListed(db, { ...list, oldestSearched }) }
}

/**
 * Reads the newest operation as of `asOf` and the count up to it. It is one statement, because an operation that comes
 * between two statements would shift the list.
 */
async function findNewest(db: Db, { id, employees }: Owner, asOf: number, type: FeedType = 'all') {
  if (employees.length === 0) return { count: 0, newest: undefined }
  const laterCount = sql`greatest(feed.count - ${asOf}::bigint, 0)`
  const newestId = selectIds({ employees, type }, { conditions: [], skipped: laterCount, limit: 1 })
  const { rows } = await sql<{ count: number; newest: string | null }>`
    select least(feed.count, ${asOf}::bigint) as count, newest.id as newest
    from operation_feed as feed left join lateral (${newestId}) as newest on true
    where feed.owner_id = ${id} and feed.type = ${type}`.execute(db)
  return { count: rows[0]?.count ?? 0, newest: rows[0]?.newest ?? undefined }
}

/** Counts the operations in the period that match the search. */
async function countListed(db: Db, list: List): Promise<number> {
  const listed = selectBranches(list, { conditions: boundConditions(list) })
  const { rows } = await sql<{ total: number }>`select count(*) as total from (${listed}) as entry`.execute(db)
  return rows[0]?.total ?? 0
}

/** Returns the id of the oldest of the newest `SEARCHED_OPERATIONS` in the period. */
async function findOldestSearched(db: Db, list: List): Promise<string | undefined> {
  const skipped = sql.lit(SEARCHED_OPERATIONS - 1)
  const oldestId = selectIds(list, { conditions: boundConditions(list), skipped, limit: 1 })
  const { rows } = await sql<{ id: string }>`${oldestId}`.execute(db)
  return rows[0]?.id
}

const columnNames = [
  'id',
  'number',
  'type',
  'amount',
  'fee',
  'restaurant_fee',
  'status',
  'title',
  'payout_id',
  'rating',
  'comment',
  'created_at',
  'paid_at',
] as const satisfies (keyof Database['operation'])[]

export type OperationRow = Pick<Selectable<Database['operation']>, (typeof columnNames)[number]> & {
  restaurant_id: string
  restaurant_name: string
  day: string
}

/** Reads a page, newest operation first. A page in the older half of the list is counted from the oldest operation. */
export async function readPage(db: Db, list: List, page: number): Promise<OperationRow[]> {
  const newerCount = entriesBefore(page)
  const limit = Math.min(PER_PAGE, list.total - newerCount)
  if (limit <= 0) return []
  const olderCount = list.total - newerCount - limit
  const [order, skippedCount] = newerCount <= olderCount ? [newestFirst, newerCount] : [oldestFirst, olderCount]
  const skipped = sql`${skippedCount}::bigint`
  return await readRows(db, list, selectIds(list, { conditions: boundConditions(list), order, skipped, limit }))
}

/** Reads the next operations, newest first. `after` is the id of the last one that was read before. */
export async function readNext(db: Db, list: List, after: string | undefined, limit: number): Promise<OperationRow[]> {
  if (list.total === 0) return []
  const conditions = after === undefined ? boundConditions(list) : conditionsAfter(after, list)
  return await readRows(db, list, selectIds(list, { conditions, limit }))
}

/** What is older than `after` is also within `to` and not after `newest`, so of the bounds only `from` is left. */
function conditionsAfter(after: string, { from, timeZone }: List): RawBuilder<unknown>[] {
  return [...boundConditions({ from, timeZone }), isOlderThan(after)]
}

/** Reads the operations that a query of ids finds, newest first. */
async function readRows(db: Db, { employees, timeZone }: Owner, ids: RawBuilder<unknown>): Promise<OperationRow[]> {
  const columns = sql.join(columnNames.map((name) => sql.ref(name)))
  const { rows } = await sql<OperationRow & { employee_id: string }>`
    select ${columns}, employee_id, (created_at at time zone ${timeZone})::date as day
    from operation where id = any(array(${ids})) ${newestFirst}`.execute(db)
  const workplaces = new Map(employees.map((employee) => [employee.id, employee]))
  return rows.map(({ employee_id, ...row }) => {
    const { restaurant_id = '', restaurant = '' } = workplaces.get(employee_id) ?? {}
    return { ...row, restaurant_id, restaurant_name: restaurant }
  })
}

/** Kopecks of the operations of one day that have the same type and status. */
export type DaySum = Pick<OperationRow, 'day' | 'type' | 'status' | 'amount'>

/** Sums the days of a page, newest day first. The sums include the operations of these days on other pages. */
export async function sumDays(db: Db, list: List, rowsOfPage: readonly OperationRow[]): Promise<DaySum[]> {
  const [to, from] = [rowsOfPage[0]?.day, rowsOfPage.at(-1)?.day]
  if (to === undefined || from === undefined || list.newest === undefined) return []
  const ofDays = selectBranches(list, {
    columns: sql`(created_at at time zone ${list.timeZone})::date as day, type, status, amount`,
    conditions: [
      sql`created_at >= ${startOfDay(sql`${from}::date`, list.timeZone)}`,
      sql`created_at < ${startOfDay(sql`${to}::date + 1`, list.timeZone)}`,
      isNotAfter(list.newest),
    ],
  })
  const { rows } = await sql<DaySum>`
    select day, type, status, sum(amount)::bigint as amount from (${ofDays}) as entry
    group by 1, 2, 3 order by 1 desc`.execute(db)
  return rows
}
