import { defaultTimeZone } from '@portal/contracts/employee'
import type { DayTotals, OperationFilter } from '@portal/contracts/operation'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Database } from '../../db/schema.ts'
import type { Range } from '../../http/numbered-pages.ts'
import { ownWorkplace } from '../employees/find-employee.ts'
import type { FeedType } from './feed.ts'

/** A list of operations to page through: an employee's or a user's, of all types or of one. */
export type Feed = {
  owner: 'employee' | 'user'
  ownerId: string
  type: FeedType
  /** The time zone of the days of a period and of the totals. */
  timeZone: string
  /** The restaurant's name, for an employee's list. */
  restaurant: string | undefined
  /** Its operations are numbered from 1 to this. */
  count: number
  /** The numbers of those in the requested period. */
  period: Range
}

export type FeedFilter = Pick<OperationFilter, 'restId' | 'from' | 'to'> & {
  type?: FeedType | undefined
  /** Later operations are left out. */
  maxCount?: number
}

/** Undefined where the user does not work at the restaurant, or is disabled there. */
export async function findFeed(db: Db, userId: string, filter: FeedFilter): Promise<Feed | undefined> {
  const { restId, type = 'all', from, to, maxCount = Number.MAX_SAFE_INTEGER } = filter
  const owner = restId === undefined ? 'user' : 'employee'
  const feed: FeedColumns = { owner, ownerId: sql.ref('place.owner_id'), type }
  const before = (day: RawBuilder<string>) =>
    countBefore(feed, { count: sql.ref('feed.count'), day, timeZone: sql.ref('place.time_zone') })
  const { rows } = await sql<{
    owner_id: string
    time_zone: string
    restaurant: string | null
    count: number
    first: number
    last: number
  }>`
    select place.*, feed.count,
      ${from === undefined ? sql`1::bigint` : sql`${before(sql`${from}::date`)} + 1`} as first,
      ${to === undefined ? sql`feed.count` : before(sql`${to}::date + 1`)} as last
    from (${restId === undefined ? placeOfUser(userId) : placeOfEmployee(db, userId, restId)}) as place
    cross join lateral (
      select least(${maxCount}::bigint, coalesce(
        (select count from operation_feed where owner_id = place.owner_id and type = ${type}), 0)) as count
    ) as feed`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { owner_id: ownerId, time_zone: timeZone, count, first, last } = row
  return { owner, ownerId, type, timeZone, restaurant: row.restaurant ?? undefined, count, period: { first, last } }
}

/** The days of a user's whole list are those of the user's first restaurant. */
function placeOfUser(userId: string) {
  return sql`
    select ${userId}::uuid as owner_id, null as restaurant, coalesce(
      (select r.time_zone from employee e join restaurant r on r.id = e.restaurant_id
       where e.user_id = ${userId} order by e.created_at, e.id limit 1), ${defaultTimeZone}) as time_zone`
}

function placeOfEmployee(db: Db, userId: string, restaurantId: string) {
  return sql`select id as owner_id, restaurant, time_zone from ${ownWorkplace(db, userId, restaurantId)} as workplace`
}

/**
 * How many of the first `count` operations are of the time before `day` began. Dates never go back within a feed, so
 * that it is found by bisection: twenty look-ups by number among a million.
 */
function countBefore(
  feed: FeedColumns,
  { count, day, timeZone }: { count: RawBuilder<unknown>; day: RawBuilder<unknown>; timeZone: RawBuilder<unknown> },
): RawBuilder<number> {
  const { ofFeed, number } = columns(feed)
  return sql`(
    with recursive search (low, high) as (
      select 0::bigint, ${count}
      union all
      select case when earlier then middle else low end, case when earlier then high else middle - 1 end
      from (
        select low, high, middle,
          (select o.created_at < (${day})::timestamp at time zone ${timeZone}
           from operation o where ${ofFeed} and ${number} = middle) as earlier
        from (select low, high, (low + high + 1) / 2 as middle from search where low < high) as step
      ) as looked_up
    )
    select low from search where low = high)`
}

export type OperationRow = Selectable<Database['operation']> & {
  restaurant_id: string
  restaurant_name: string
  day: string
}

/** Newest first. */
export async function readOperations(db: Db, feed: Feed, range: Range): Promise<OperationRow[]> {
  const { rows } = await sql<OperationRow>`
    ${operationsOf(feed, range)} order by ${columns(parameters(feed)).number} desc`.execute(db)
  return rows
}

/** Returns kopecks by day: incoming, outgoing and pending, apart. */
export type DaySums = Record<Exclude<keyof DayTotals, 'date'>, number>

/** Newest first, each with the sums of its whole day, also where the page begins or ends within one. */
export async function readPage(db: Db, feed: Feed, range: Range): Promise<(OperationRow & DaySums)[]> {
  const { count, timeZone } = feed
  const { ofFeed, number } = columns(parameters(feed))
  const before = (day: RawBuilder<string>) =>
    countBefore(parameters(feed), { count: sql`${count}::bigint`, day, timeZone: sql`${timeZone}` })
  const { rows } = await sql<OperationRow & DaySums>`
    with page as materialized (${operationsOf(feed, range)}),
    period as materialized (
      select ${before(sql`oldest`)} + 1 as first, ${before(sql`newest + 1`)} as last
      from (select min(day) as oldest, max(day) as newest from page) as edges
    ),
    sums as (
      select (o.created_at at time zone ${timeZone})::date as day,
        ${sumOf(sql`o.status = 'completed'`, sql`case when o.type in ('payout', 'transfer_out') then -o.amount else o.amount end`)} as total,
        ${sumOf(sql`o.status = 'completed' and o.type = 'tip'`)} as tips,
        ${sumOf(sql`o.status = 'completed' and o.type = 'transfer_in'`)} as transfers_in,
        ${sumOf(sql`o.status = 'completed' and o.type = 'payout'`)} as payouts,
        ${sumOf(sql`o.status = 'completed' and o.type = 'transfer_out'`)} as transfers_out,
        ${sumOf(sql`o.status = 'pending' and o.type in ('tip', 'transfer_in')`)} as pending_in,
        ${sumOf(sql`o.status = 'pending' and o.type in ('payout', 'transfer_out')`)} as pending_out
      from operation o
      where ${ofFeed} and ${number} between (select first from period) and (select last from period)
      group by 1
    )
    select * from page o join sums using (day) order by ${number} desc`.execute(db)
  return rows
}

function operationsOf(feed: Feed, { first, last }: Range) {
  const { ofFeed, number } = columns(parameters(feed))
  return sql`
    select o.*, r.id as restaurant_id, r.name as restaurant_name, (o.created_at at time zone ${feed.timeZone})::date as day
    from operation o
    join employee e on e.id = o.employee_id
    join restaurant r on r.id = e.restaurant_id
    where ${ofFeed} and ${number} between ${first} and ${last}`
}

function sumOf(which: RawBuilder<unknown>, amount: RawBuilder<unknown> = sql`o.amount`) {
  return sql`coalesce(sum(${amount}) filter (where ${which}), 0)::bigint`
}

type FeedColumns = Pick<Feed, 'owner' | 'type'> & { ownerId: RawBuilder<unknown> }

function parameters({ owner, type, ownerId }: Feed): FeedColumns {
  return { owner, type, ownerId: sql`${ownerId}` }
}

/** Each feed has a unique index over these two. */
function columns({ owner, ownerId, type }: FeedColumns): { ofFeed: RawBuilder<boolean>; number: RawBuilder<number> } {
  const ofOwner = sql<boolean>`${sql.ref(`o.${owner}_id`)} = ${ownerId}`
  if (type === 'all') return { ofFeed: ofOwner, number: sql.ref(`o.${owner}_seq`) }
  return { ofFeed: sql`${ofOwner} and o.family = ${type}`, number: sql.ref(`o.${owner}_type_seq`) }
}
