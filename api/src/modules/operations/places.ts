import { type RawBuilder, sql } from 'kysely'
import { isDatedByNow } from '../../db/dated-by-now.ts'
import type { FeedType } from './feed.ts'

// An employee's operations have places, which are indexed: 1, 2, 3 and so on in the order in which they were added.
// Payouts and transfers, which may be rare, have places among their own kind. Tips have those of all operations, among
// which others are rare for most. The number of an operation in a feed grows with its place. So a range of numbers is a
// range of places of each employee of the feed, whose ends are found by bisection where they are not known: for a user
// with one employee, numbers of other feeds than that of tips are places.

export type QueriedFeed = {
  /** An employee's list, or that of all employees of a user. */
  owner: 'employee' | 'user'
  ownerId: RawBuilder<unknown>
  type: FeedType
}

type Bounds = Record<'first' | 'last', RawBuilder<unknown>>

/** The operations numbered from `first` to `last`, as a table with their numbers in the column `seq`. */
export function operationsBetween(feed: QueriedFeed, { first, last }: Bounds): RawBuilder<unknown> {
  const place = placeIn(feed, 'entry')
  if (isNumberedByPlace(feed)) {
    return sql`(
      select entry.*, ${place} as seq from operation entry
      where entry.employee_id = ${feed.ownerId} and ${isOfType(feed, 'entry')} and ${place} between ${first} and ${last})`
  }
  return sql`(
    select entry.*, ${numberIn(feed, 'entry')} as seq
    from ${employeesOf(feed)} as own
      cross join lateral (select ${placeOf(feed, first)} as first, ${placeOf(feed, sql`${last} + 1`)} as after ${once}) as found
      cross join lateral (
        select * from operation entry
        where entry.employee_id = own.id and ${isOfType(feed, 'entry')} and ${place} >= found.first and ${place} < found.after ${once}
      ) as entry)`
}

/**
 * The operations of the feed whose number in the portal is `number`, in the same form. They are found by the index of
 * these numbers, which is one of all users.
 */
export function operationsOfNumber(feed: QueriedFeed, number: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select entry.*, ${numberIn(feed, 'entry')} as seq from operation entry
    where entry.number = ${number} and ${sql.ref(`entry.${feed.owner}_id`)} = ${feed.ownerId} and ${isOfType(feed, 'entry')})`
}

type Moment = { day: RawBuilder<unknown>; timeZone: RawBuilder<unknown> }

/**
 * How many operations of the feed are of the time before `day` began. Dates never go back from place to place: twenty
 * look-ups by place among a million. An operation that is dated in the future counts as one
 * of the time of its predecessor.
 */
export function countBefore(feed: QueriedFeed, { day, timeZone }: Moment): RawBuilder<number> {
  const probed = sql`
    select probe.created_at < ${dayStart(day, timeZone)}
    from operation probe where ${isDatedByNow(sql.ref('probe.created_at'))}`
  const isEarlier = (place: RawBuilder<unknown>) => sql`coalesce(
    (${probed} and ${isAt(feed, 'probe', place)}),
    (${probed} and probe.employee_id = own.id and ${hasPlace(feed, 'probe')} and ${placeIn(feed, 'probe')} < ${place}
      order by ${placeIn(feed, 'probe')} desc limit 1),
    true)`
  const places = bisect({
    low: sql`0::bigint`,
    high: sql`own.places`,
    isAbove: (middle) => isEarlier(sql`${middle} + 1`),
  })
  const count = hasOtherTypes(feed)
    ? numberUpTo(feed, sql`probe.employee_type_seq`, { from: sql`1`, to: sql`found.places` })
    : sql`found.places`
  return sql`(
    select coalesce(sum(${count}), 0)::bigint
    from ${employeesOf(feed)} as own cross join lateral (select ${places} as places ${once}) as found)`
}

type Shown = { count: RawBuilder<unknown>; timeZone: RawBuilder<unknown> }

/**
 * The operations `s` on the same day as `o` that are newer or older; not those after `count`. They end at the first one
 * of another day. It is found by reading them twice, which costs less than bisection: they are few.
 * A `case` keeps PostgreSQL from estimating two bounds of the date as one narrow range, for which it would read and sort
 * all operations of the employee.
 */
export function operationsBeside(
  side: 'newer' | 'older',
  feed: QueriedFeed,
  { count, timeZone }: Shown,
): RawBuilder<unknown> {
  const [place, edge] = [placeIn(feed, 's'), placeIn(feed, 'edge')]
  const day = sql`(o.created_at at time zone ${timeZone})::date`
  const ofEdge = sql`from operation edge where edge.employee_id = own.id and ${hasPlace(feed, 'edge')}`
  const [beside, range] =
    side === 'newer'
      ? [
          sql`o.seq + 1`,
          sql`${place} >= found.beside and ${numberIn(feed, 's')} <= ${count} and ${place} < coalesce((
            select ${edge} ${ofEdge} and ${edge} >= found.beside and case
              when ${isDatedByNow(sql.ref('edge.created_at'))} then edge.created_at >= ${dayStart(sql`${day} + 1`, timeZone)} end
            order by ${edge} limit 1), own.places + 1)`,
        ]
      : [
          sql`o.seq`,
          sql`${place} < found.beside and ${place} > coalesce((
            select ${edge} ${ofEdge} and ${edge} < found.beside and edge.created_at < ${dayStart(day, timeZone)}
            order by ${edge} desc limit 1), 0)`,
        ]
  return sql`${employeesOf(feed)} as own
    cross join lateral (select ${placeOf(feed, beside)} as beside ${once}) as found
    cross join lateral (
      select * from operation s
      where s.employee_id = own.id and ${isOfType(feed, 's')} and ${range} and (s.created_at at time zone ${timeZone})::date = ${day} ${once}
    ) as s`
}

/** The moment at which a day begins. */
export function dayStart(day: RawBuilder<unknown>, timeZone: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${day})::timestamp at time zone ${timeZone}`
}

/** Tips have places among all operations. */
function hasOtherTypes({ type }: QueriedFeed): boolean {
  return type === 'tip'
}

function isNumberedByPlace(feed: QueriedFeed): boolean {
  return feed.owner === 'employee' && !hasOtherTypes(feed)
}

function placeIn({ type }: QueriedFeed, table: string): RawBuilder<unknown> {
  return sql.ref(`${table}.${type === 'payout' || type === 'transfer' ? 'employee_type_seq' : 'employee_seq'}`)
}

function numberIn({ owner, type }: QueriedFeed, table: string): RawBuilder<unknown> {
  return sql.ref(`${table}.${owner}_${type === 'all' ? 'seq' : 'type_seq'}`)
}

/**
 * Tips are not known by `family`, since an index of their numbers is there for the previous version, and would be read
 * instead of that of places.
 */
function isOfType({ type }: QueriedFeed, table: string): RawBuilder<boolean> {
  if (type === 'all') return sql`true`
  return type === 'tip'
    ? sql`${sql.ref(`${table}.type`)} = 'tip'`
    : sql`${sql.ref(`${table}.family`)} = ${sql.lit(type)}`
}

/** Whether an operation has a place: in a feed of tips, each has. */
function hasPlace(feed: QueriedFeed, table: string): RawBuilder<boolean> {
  return hasOtherTypes(feed) ? sql`true` : isOfType(feed, table)
}

/** The operation at this place of the employee `own`. */
function isAt(feed: QueriedFeed, table: string, place: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`${sql.ref(`${table}.employee_id`)} = own.id and ${hasPlace(feed, table)} and ${placeIn(feed, table)} = ${place}`
}

/**
 * The employees that have operations in the feed, each with how many of them and of places it has,
 * and with the `total` of the feed.
 */
function employeesOf(feed: QueriedFeed): RawBuilder<unknown> {
  const { owner, ownerId, type } = feed
  const countOf = (id: RawBuilder<unknown>, of: FeedType) =>
    sql`coalesce((select count from operation_feed where owner_id = ${id} and type = ${sql.lit(of)}), 0)`
  const ids = owner === 'user' ? sql`select id from employee where user_id = ${ownerId}` : sql`select ${ownerId} as id`
  const places = hasOtherTypes(feed) ? countOf(sql`id`, 'all') : sql`count`
  const total = owner === 'user' ? countOf(ownerId, type) : sql`count`
  return sql`(
    select id, count, ${places} as places, ${total} as total
    from (select id, ${countOf(sql`id`, type)} as count from (${ids}) as employee ${once}) as counted where count > 0 ${once})`
}

/**
 * The first place of the employee `own` whose operation has this number of the feed or a later one; without such an
 * operation, the one after the last place.
 */
function placeOf(feed: QueriedFeed, number: RawBuilder<unknown>): RawBuilder<unknown> {
  if (isNumberedByPlace(feed)) return number
  const [others, otherTypes] = [sql`(own.total - own.count)`, sql`(own.places - own.count)`]
  return bisect({
    low: sql`case when ${number} > own.total then own.places + 1 else greatest(1, ${number} - ${others}) end`,
    high: sql`least(own.places + 1, ${number} + ${otherTypes})`,
    // All operations before `low` have lower numbers: to look for a tip there would read
    // the same transfers in each step.
    isAbove: (middle, low) => sql`${numberUpTo(feed, numberIn(feed, 'probe'), { from: low, to: middle })} < ${number}`,
  })
}

type Places = Record<'from' | 'to', RawBuilder<unknown>>

/**
 * The number, in this column, of the newest operation `probe` of the feed that is at these places of the employee
 * `own`; 0 without such an operation.
 */
function numberUpTo(feed: QueriedFeed, column: RawBuilder<unknown>, { from, to }: Places): RawBuilder<unknown> {
  if (!hasOtherTypes(feed)) return sql`(select ${column} from operation probe where ${isAt(feed, 'probe', to)})`
  const newestOf = (size: RawBuilder<unknown>, end: RawBuilder<unknown>) => sql`(
    select ${column} from operation probe
    where probe.employee_id = own.id and ${isOfType(feed, 'probe')}
      and probe.employee_seq > greatest(${end} - ${size}, ${from} - 1) and probe.employee_seq <= ${end}
    order by probe.employee_seq desc limit 1)`
  // Goes back over operations of other types in steps of 1, 2, 4: without statistics,
  // PostgreSQL would sort all that are before.
  return sql`(
    with recursive back (place, size, found) as (
      select ${to}, 1::bigint, ${newestOf(sql`1`, to)}
      union all
      select place - size, size * 2, ${newestOf(sql`size * 2`, sql`(place - size)`)} from back where found is null and place - size >= ${from}
    )
    select coalesce(max(found), 0) from back)`
}

/**
 * Has PostgreSQL compute the columns of a subquery once, and not for each of their uses,
 * and run it for each row before it.
 */
const once = sql`offset 0`

type Bisection = {
  low: RawBuilder<unknown>
  high: RawBuilder<unknown>
  isAbove: (middle: RawBuilder<unknown>, low: RawBuilder<unknown>) => RawBuilder<unknown>
}

/**
 * Finds a number from `low` to `high`; `isAbove`: it is above `middle`. Returns `low` where that is not below `high`.
 */
export function bisect({ low, high, isAbove }: Bisection): RawBuilder<unknown> {
  return sql`(
    with recursive search (low, high) as (
      select ${low}, ${high}
      union all
      select case when is_above then middle + 1 else low end, case when is_above then high else middle end
      from (
        select low, high, middle, ${isAbove(sql`middle`, sql`step.low`)} as is_above
        from (select low, high, (low + high) / 2 as middle from search where low < high) as step ${once}
      ) as probed
    )
    select low from search where low >= high)`
}
