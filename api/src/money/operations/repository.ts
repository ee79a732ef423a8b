import { defaultTimeZone } from '@portal/contracts/employee'
import { type OperationFilter, SEARCHED_OPERATIONS } from '@portal/contracts/operation'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Database } from '../../db/schema.ts'
import { startOfDay } from '../../db/time-zone.ts'
import { entriesBefore, PER_PAGE } from '../../http/numbered-pages.ts'
import { findOwnEmployees } from '../../staff/employees/repository.ts'
import type { FeedType } from './feed.ts'
import { matches, type Search } from './search.ts'

// Lists have the order of the index on the operations of each employee: (created_at, id). New operations come after all
// existing ones (feed.ts), so the part of a list up to a given operation does not change while its pages are read.

/** Whose operations a list has: one employee's, or those of all employees of a user. */
export type Owner = {
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
  const { count, newest } = await findNewest(db, owner, filter.type, asOf)
  const list = { ...owner, ...filter, count, newest, oldestSearched: undefined, total: count }
  if (newest === undefined) return list
  const inPeriod = { ...list, search: undefined }
  const total = (filter.from ?? filter.to) ? await countEntries(db, inPeriod) : count
  if (!filter.search) return { ...list, total }
  const oldestSearched = total > SEARCHED_OPERATIONS ? await findOldestSearched(db, inPeriod) : undefined
  return { ...list, oldestSearched, total: await countEntries(db, { ...list, oldestSearched }) }
}

/** Reads both in one statement, because an operation that comes between two statements would shift the list. */
async function findNewest(db: Db, { id, employees }: Owner, type: FeedType = 'all', asOf: number) {
  if (employees.length === 0) return { count: 0, newest: undefined }
  const later = sql`greatest(feed.count - ${asOf}::bigint, 0)`
  const { rows } = await sql<{ count: number; newest: string | null }>`
    select least(feed.count, ${asOf}::bigint) as count, newest.id as newest
    from operation_feed as feed left join lateral (${ids({ employees, type }, { conditions: [], skipped: later, limit: 1 })}) as newest on true
    where feed.owner_id = ${id} and feed.type = ${type}`.execute(db)
  return { count: rows[0]?.count ?? 0, newest: rows[0]?.newest ?? undefined }
}

async function countEntries(db: Db, list: List): Promise<number> {
  const { rows } = await sql<{
    total: number
  }>`select count(*) as total from (${entries(list, { conditions: listConditions(list) })}) as entry`.execute(db)
  return rows[0]?.total ?? 0
}

/** The oldest operation that a search looks at; undefined if it looks at all of them. */
async function findOldestSearched(db: Db, list: List): Promise<string | undefined> {
  const skipped = sql.lit(SEARCHED_OPERATIONS - 1)
  const { rows } = await sql<{
    id: string
  }>`${ids(list, { conditions: listConditions(list), skipped, limit: 1 })}`.execute(db)
  return rows[0]?.id
}

function listConditions({ from, to, newest, timeZone }: List): RawBuilder<unknown>[] {
  return [
    ...(from === undefined ? [] : [sql`created_at >= ${startByNow(sql`${from}::date`, timeZone)}`]),
    ...(to === undefined ? [] : [sql`created_at < ${startByNow(sql`${to}::date + 1`, timeZone)}`]),
    ...(newest === undefined ? [] : [isUpTo(newest)]),
  ]
}

/** The begin of a day. Days after today begin later than all operations that a wrong clock has dated in the future. */
function startByNow(day: RawBuilder<unknown>, timeZone: string): RawBuilder<unknown> {
  const start = startOfDay(day, timeZone)
  return sql`(case when ${start} > now() then 'infinity' else ${start} end)`
}

/**
 * `is true` hides the condition from the index, so that PostgreSQL reads by the days only. Few operations are newer.
 */
function isUpTo(newest: string): RawBuilder<unknown> {
  return sql`((created_at, id) <= ${listPosition(newest)}) is true`
}

function listPosition(id: string): RawBuilder<unknown> {
  return sql`(select created_at, id from operation where id = ${id})`
}

type Listed = Pick<Owner, 'employees'> & Pick<ListFilter, 'type' | 'search'> & { oldestSearched?: string | undefined }
type Reading = { conditions: RawBuilder<unknown>[]; columns?: RawBuilder<unknown>; order?: RawBuilder<unknown> }

/**
 * Selects the operations of a list. The query has a branch for each employee, in the order of the index, so that
 * PostgreSQL merges the branches without sorting. With the default columns and without a search it reads only the
 * index.
 */
function entries(list: Listed, { conditions, columns = sql`created_at, id`, order = sql`` }: Reading) {
  const branches = list.employees.flatMap(({ id }) =>
    branchConditions(list).map((branch) => {
      const all = sql.join([sql`employee_id = ${id}`, ...conditions, ...branch], sql` and `)
      return sql`(select ${columns} from operation where ${all} ${order})`
    }),
  )
  return sql.join(branches, sql` union all `)
}

/** Older operations are only searched for their number, by an index. They have their own branch of the query. */
function branchConditions({ type = 'all', search, oldestSearched }: Listed): RawBuilder<unknown>[][] {
  const typeConditions = type === 'all' ? [] : [sql`family = ${sql.lit(type)}`]
  if (!search) return [typeConditions]
  if (oldestSearched === undefined) return [[...typeConditions, matches(search)]]
  const oldest = listPosition(oldestSearched)
  const searched = [...typeConditions, matches(search), sql`(created_at, id) >= ${oldest}`]
  if (search.kind !== 'sum' || search.number === null) return [searched]
  return [searched, [...typeConditions, sql`number = ${search.number}::bigint`, sql`(created_at, id) < ${oldest}`]]
}

const newestFirst = sql`order by created_at desc, id desc`
const oldestFirst = sql`order by created_at, id`

type Slice = { skipped?: RawBuilder<unknown>; limit: number } & Pick<Reading, 'conditions' | 'order'>

function ids(list: Listed, { skipped = sql`0`, limit, conditions, order = newestFirst }: Slice): RawBuilder<unknown> {
  const size = sql.lit(limit)
  // The limit of each branch tells PostgreSQL, even without statistics, that sorting the whole branch would be slower.
  const branches = entries(list, { conditions, order: sql`${order} limit ${skipped} + ${size}` })
  return sql`select id from (${branches}) as entry ${order} offset ${skipped} limit ${size}`
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
  const newer = entriesBefore(page)
  const limit = Math.min(PER_PAGE, list.total - newer)
  if (limit <= 0) return []
  const older = list.total - newer - limit
  const [order, skipped] = newer <= older ? [newestFirst, newer] : [oldestFirst, older]
  const slice = { conditions: listConditions(list), order, skipped: sql`${skipped}::bigint`, limit }
  return await readRows(db, list, ids(list, slice))
}

/** Reads the next operations, newest first. `after` is the id of the last one that was read before. */
export async function readNext(db: Db, list: List, after: string | undefined, limit: number): Promise<OperationRow[]> {
  if (list.total === 0) return []
  const isNext = after === undefined ? [] : [sql`(created_at, id) < ${listPosition(after)}`]
  const bounds = after === undefined ? list : { ...list, to: undefined, newest: undefined }
  return await readRows(db, list, ids(list, { conditions: [...listConditions(bounds), ...isNext], limit }))
}

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

/** The sums of the days on a page, newest day first. They include the operations of these days on other pages. */
export async function sumDays(db: Db, list: List, page: readonly OperationRow[]): Promise<DaySum[]> {
  const [to, from] = [page[0]?.day, page.at(-1)?.day]
  if (to === undefined || from === undefined || list.newest === undefined) return []
  const days = entries(list, {
    columns: sql`(created_at at time zone ${list.timeZone})::date as day, type, status, amount`,
    conditions: [
      sql`created_at >= ${startOfDay(sql`${from}::date`, list.timeZone)}`,
      sql`created_at < ${startOfDay(sql`${to}::date + 1`, list.timeZone)}`,
      isUpTo(list.newest),
    ],
  })
  const { rows } = await sql<DaySum>`
    select day, type, status, sum(amount)::bigint as amount from (${days}) as entry
    group by 1, 2, 3 order by 1 desc`.execute(db)
  return rows
}
