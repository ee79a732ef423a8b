import { defaultTimeZone } from '@portal/contracts/employee'
import type { OperationFilter } from '@portal/contracts/operation'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { compiledQuery } from '../../db/compiled-query.ts'
import type { Db } from '../../db/connect.ts'
import type { Database } from '../../db/schema.ts'
import { entriesBefore, PER_PAGE, type Range, rangeOfPage } from '../../http/numbered-pages.ts'
import { ownPlace } from '../employees/find-employee.ts'
import type { FeedType } from './feed.ts'
import { countBefore, operationsBeside, operationsBetween, type QueriedFeed } from './places.ts'

/** A list of operations to page through: an employee's or a user's, of all types or of one. */
export type Feed = {
  owner: 'employee' | 'user'
  ownerId: string
  type: FeedType
  /** The time zone of the days of a period and of the totals. */
  timeZone: string
  /** The restaurant's name, for an employee's list. */
  restaurant: string | undefined
  /** The numbers of those in the requested period. */
  period: Range
}

export type FeedFilter = Pick<OperationFilter, 'restId' | 'from' | 'to'> & { type?: FeedType | undefined }

/** What the text of a query depends on. */
export type Shape = Pick<Feed, 'owner' | 'type'> & { hasStart: boolean; hasEnd: boolean }

export function shapeOf({ restId, type = 'all', from, to }: FeedFilter): Shape {
  return {
    owner: restId === undefined ? 'user' : 'employee',
    type,
    hasStart: from !== undefined,
    hasEnd: to !== undefined,
  }
}

export const feedValues = ['userId', 'restId', 'from', 'to', 'maxCount'] as const
type FeedValues = Record<(typeof feedValues)[number], RawBuilder<never>>

export function valuesOf(userId: string, { restId, from, to }: FeedFilter, maxCount = Number.MAX_SAFE_INTEGER) {
  return { userId, restId, from, to, maxCount }
}

export type FeedRow = {
  owner_id: string
  time_zone: string
  restaurant_id: string | null
  restaurant: string | null
  /** Its operations are numbered from 1 to this. */
  count: number
  first: number
  last: number
}

/** The query of a feed: one row, or none. Operations after `maxCount` are left out. */
export function feedQuery(db: Db, { owner, type, hasStart, hasEnd }: Shape, { userId, restId, ...values }: FeedValues) {
  const feed = { owner, type, ownerId: sql.ref('place.owner_id') }
  const count = sql`least(${values.maxCount}::bigint, coalesce(feed.count, 0))`
  const before = (day: RawBuilder<unknown>) =>
    sql`least(${count}, ${countBefore(feed, { day, timeZone: sql.ref('place.time_zone') })})`
  return sql<FeedRow>`
    select place.*, ${count} as count,
      ${hasStart ? sql`${before(sql`${values.from}::date`)} + 1` : sql`1::bigint`} as first,
      ${hasEnd ? before(sql`${values.to}::date + 1`) : count} as last
    from (${owner === 'user' ? placeOfUser(userId) : placeOfEmployee(db, userId, restId)}) as place
    left join operation_feed as feed on feed.owner_id = place.owner_id and feed.type = ${sql.lit(type)}`
}

/** The days of a user's whole list are those of the user's first restaurant. */
function placeOfUser(userId: RawBuilder<never>) {
  return sql`
    select ${userId}::uuid as owner_id, null as restaurant_id, null as restaurant, coalesce(
      (select r.time_zone from employee e join restaurant r on r.id = e.restaurant_id
       where e.user_id = ${userId} order by e.created_at, e.id limit 1), ${sql.lit(defaultTimeZone)}) as time_zone`
}

function placeOfEmployee(db: Db, userId: RawBuilder<never>, restId: RawBuilder<never>) {
  return sql`
    select id as owner_id, restaurant_id, restaurant, time_zone
    from ${ownPlace(db, userId, restId)} as place`
}

const queryFeed = compiledQuery(feedValues, feedQuery)

/** Undefined where the user does not work at the restaurant, or is disabled there. */
export async function findFeed(db: Db, userId: string, filter: FeedFilter): Promise<Feed | undefined> {
  const shape = shapeOf(filter)
  const [row] = await queryFeed(db, shape, valuesOf(userId, filter))
  if (!row) return undefined
  return {
    owner: shape.owner,
    ownerId: row.owner_id,
    type: shape.type,
    timeZone: row.time_zone,
    restaurant: row.restaurant ?? undefined,
    period: { first: row.first, last: row.last },
  }
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
export const columnsOfOperation = sql.join(columnNames.map((name) => sql.ref(`o.${name}`)))

export type OperationRow = Pick<Selectable<Database['operation']>, (typeof columnNames)[number]> & {
  restaurant_id: string
  restaurant_name: string
  day: string
}

/** Newest first; `condition`: on the operation `o`. */
export async function readOperations(
  db: Db,
  feed: Feed,
  range: Range,
  condition: RawBuilder<boolean> = sql`true`,
): Promise<OperationRow[]> {
  return await readFrom(db, feed, operationsIn(feed, range), condition)
}

/** The operations of a range of numbers, as a table with their numbers in the column `seq`. */
export function operationsIn(feed: Feed, { first, last }: Range): RawBuilder<unknown> {
  return operationsBetween(queriedFeed(feed), { first: sql`${first}::bigint`, last: sql`${last}::bigint` })
}

/** `operations`: a table with the numbers of the feed in the column `seq`; `condition`: on the operation `o`. */
export async function readFrom(
  db: Db,
  { timeZone }: Feed,
  operations: RawBuilder<unknown>,
  condition: RawBuilder<boolean>,
): Promise<OperationRow[]> {
  const { rows } = await sql<OperationRow>`
    select ${columnsOfOperation}, r.id as restaurant_id, r.name as restaurant_name,
      (o.created_at at time zone ${timeZone})::date as day
    from ${operations} as o join employee e on e.id = o.employee_id join restaurant r on r.id = e.restaurant_id
    where ${condition}
    order by o.seq desc`.execute(db)
  return rows
}

/** The feed for a query in which its owner is a value. */
export function queriedFeed({ owner, ownerId, type }: Feed): QueriedFeed {
  return { owner, ownerId: sql`${ownerId}::uuid`, type }
}

/** Kopecks of the operations of one day that have the same type and status. */
export type DaySum = Pick<OperationRow, 'day' | 'type' | 'status' | 'amount'>

export type OperationsPage = {
  /** The operations of the feed are numbered from 1 to this. */
  count: number
  period: Range
  /** Newest first. */
  rows: OperationRow[]
  /** What else there is on the first and the last day of the page. */
  otherSums: DaySum[]
}

type Sums = Omit<DaySum, 'day'>[] | null
type PageRow = Pick<FeedRow, 'count' | 'first' | 'last'> & { newer: Sums; older: Sums } & (OperationRow | { id: null })

const queryPage = compiledQuery([...feedValues, 'skipped'], (db, shape: Shape, { skipped, ...values }) => {
  const feed = { ...shape, ownerId: sql.ref('feed.owner_id') }
  const { newest, oldest } = rangeOfPage({ first: sql.ref('first'), last: sql.ref('last'), skipped })
  // The restaurant of an employee's list is read once.
  const [restaurant, join] =
    feed.owner === 'employee'
      ? [sql`feed.restaurant_id, feed.restaurant as restaurant_name`, sql``]
      : [
          sql`o.restaurant_id, o.restaurant_name`,
          sql`join (
            select e.id as employee, r.id as restaurant_id, r.name as restaurant_name
            from employee e join restaurant r on r.id = e.restaurant_id
          ) as workplace on workplace.employee = o.employee_id`,
        ]
  return sql<PageRow>`
    with found as materialized (${feedQuery(db, shape, values)})
    select feed.count, feed.first, feed.last, ${columnsOfOperation}, ${restaurant},
      (o.created_at at time zone feed.time_zone)::date as day,
      case when o.seq = feed.newest and o.seq < feed.count then ${sumsBeside('newer', feed)} end as newer,
      case when o.seq = feed.oldest and o.seq > 1 then ${sumsBeside('older', feed)} end as older
    from (select *, ${newest} as newest, ${oldest} as oldest from found) as feed
    left join lateral (
      select * from ${operationsBetween(feed, { first: sql.ref('feed.oldest'), last: sql.ref('feed.newest') })} as o ${join}
      order by o.seq desc limit ${sql.lit(PER_PAGE)}
    ) as o on true
    order by o.seq desc`
})

/** Operations after `maxCount` are left out. Returns undefined where `findFeed` does. */
export async function readPage(
  db: Db,
  userId: string,
  filter: FeedFilter,
  { page, maxCount }: { page: number; maxCount: number },
): Promise<OperationsPage | undefined> {
  const values = { ...valuesOf(userId, filter, maxCount), skipped: entriesBefore(page) }
  const found = await queryPage(db, shapeOf(filter), values)
  const [feed] = found
  if (!feed) return undefined
  // A page without operations is one row without an operation.
  const rows = found.filter((row) => row.id !== null)
  const edges = rows.filter(({ newer, older }) => newer !== null || older !== null)
  const otherSums = edges.flatMap(({ day, newer, older }) =>
    [...(newer ?? []), ...(older ?? [])].map((sum) => ({ ...sum, day })),
  )
  return { count: feed.count, period: { first: feed.first, last: feed.last }, rows, otherSums }
}

/** The sums of the operations that are on the same day as `o`, and newer or older. */
function sumsBeside(side: 'newer' | 'older', feed: QueriedFeed): RawBuilder<unknown> {
  const beside = operationsBeside(side, feed, { count: sql.ref('feed.count'), timeZone: sql.ref('feed.time_zone') })
  return sql`(
    select json_agg(sums) from (select s.type, s.status, sum(s.amount) as amount from ${beside} group by 1, 2) as sums)`
}
