import { defaultTimeZone } from '@portal/shared/contracts/employee'
import type { DayTotals } from '@portal/shared/contracts/operation'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Database } from '../../db/schema.ts'
import type { Range } from '../../http/numbered-pages.ts'
import type { FeedType } from './feed.ts'

/** A list of operations to page through: an employee's or a user's, of all types or of one. */
export type Feed = {
  owner: 'employee' | 'user'
  ownerId: string
  type: FeedType
  /** Whose days a period and the totals are of. */
  timeZone: string
  /** The restaurant's name, of an employee's list. */
  restaurant?: string
}

export type OperationRow = Selectable<Database['operation']> & {
  restaurant_id: string
  restaurant_name: string
  day: string
}

/** The days of a user's whole list are those of the restaurant where the user began. */
export async function timeZoneOfUser(db: Db, userId: string): Promise<string> {
  const first = await db
    .selectFrom('employee as e')
    .innerJoin('restaurant as r', 'r.id', 'e.restaurant_id')
    .select('r.time_zone')
    .where('e.user_id', '=', userId)
    .orderBy('e.created_at')
    .orderBy('e.id')
    .limit(1)
    .executeTakeFirst()
  return first?.time_zone ?? defaultTimeZone
}

export async function countOperations(db: Db, { ownerId, type }: Feed): Promise<number> {
  const feed = await db
    .selectFrom('operation_feed')
    .select('count')
    .where('owner_id', '=', ownerId)
    .where('type', '=', type)
    .executeTakeFirst()
  return feed?.count ?? 0
}

/**
 * How many of the first `count` operations are of the time before `day` began. Dates never go back within a feed, so
 * that it is found by bisection: twenty look-ups by number among a million.
 */
export async function countBefore(db: Db, feed: Feed, count: number, day: string): Promise<number> {
  const { ofFeed, number } = columns(feed)
  const { rows } = await sql<{ found: number }>`
    with recursive search (low, high) as (
      select 0::bigint, ${count}::bigint
      union all
      select case when earlier then middle else low end, case when earlier then high else middle - 1 end
      from (
        select low, high, middle,
          (select o.created_at < ${day}::timestamp at time zone ${feed.timeZone}
           from operation o where ${ofFeed} and ${number} = middle) as earlier
        from (select low, high, (low + high + 1) / 2 as middle from search where low < high) as step
      ) as looked_up
    )
    select low as found from search where low = high`.execute(db)
  return rows[0]?.found ?? 0
}

/** Newest first. */
export async function readOperations(db: Db, feed: Feed, { first, last }: Range): Promise<OperationRow[]> {
  const { ofFeed, number } = columns(feed)
  return await db
    .selectFrom('operation as o')
    .innerJoin('employee as e', 'e.id', 'o.employee_id')
    .innerJoin('restaurant as r', 'r.id', 'e.restaurant_id')
    .selectAll('o')
    .select([
      'r.id as restaurant_id',
      'r.name as restaurant_name',
      sql<string>`(o.created_at at time zone ${feed.timeZone})::date`.as('day'),
    ])
    .where(sql<boolean>`${ofFeed} and ${number} between ${first} and ${last}`)
    .orderBy(number, 'desc')
    .execute()
}

/** Kopecks by day: what came, what went and what is on its way, each by itself. */
export type DaySums = Record<Exclude<keyof DayTotals, 'date'>, number>

export async function sumByDay(db: Db, feed: Feed, { first, last }: Range): Promise<Map<string, DaySums>> {
  const { ofFeed, number } = columns(feed)
  const { rows } = await sql<DaySums & { day: string }>`
    select (o.created_at at time zone ${feed.timeZone})::date as day,
      ${sumOf(sql`o.status = 'completed'`, sql`case when o.type in ('payout', 'transfer_out') then -o.amount else o.amount end`)} as total,
      ${sumOf(sql`o.status = 'completed' and o.type = 'tip'`)} as tips,
      ${sumOf(sql`o.status = 'completed' and o.type = 'transfer_in'`)} as transfers_in,
      ${sumOf(sql`o.status = 'completed' and o.type = 'payout'`)} as payouts,
      ${sumOf(sql`o.status = 'completed' and o.type = 'transfer_out'`)} as transfers_out,
      ${sumOf(sql`o.status = 'pending' and o.type in ('tip', 'transfer_in')`)} as pending_in,
      ${sumOf(sql`o.status = 'pending' and o.type in ('payout', 'transfer_out')`)} as pending_out
    from operation o
    where ${ofFeed} and ${number} between ${first} and ${last}
    group by day`.execute(db)
  return new Map(rows.map(({ day, ...sums }) => [day, sums]))
}

function sumOf(which: RawBuilder<unknown>, amount: RawBuilder<unknown> = sql`o.amount`) {
  return sql`coalesce(sum(${amount}) filter (where ${which}), 0)::bigint`
}

/** Each feed has a unique index over these two. */
function columns({ owner, ownerId, type }: Feed): { ofFeed: RawBuilder<boolean>; number: RawBuilder<number> } {
  const ofOwner = sql<boolean>`${sql.ref(`o.${owner}_id`)} = ${ownerId}`
  if (type === 'all') return { ofFeed: ofOwner, number: sql.ref(`o.${owner}_seq`) }
  return { ofFeed: sql`${ofOwner} and o.family = ${type}`, number: sql.ref(`o.${owner}_type_seq`) }
}
