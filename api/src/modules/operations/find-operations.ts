import { SEARCHED_OPERATIONS } from '@portal/contracts/operation'
import { type RawBuilder, sql } from 'kysely'
import { compiledQuery } from '../../db/compiled-query.ts'
import type { Db } from '../../db/connect.ts'
import { entriesBefore, PER_PAGE, type Range } from '../../http/numbered-pages.ts'
import { operationsBetween, operationsOfNumber, type QueriedFeed } from './places.ts'
import {
  columnsOfOperation,
  type DaySum,
  type Feed,
  type FeedFilter,
  type FeedRow,
  feedQuery,
  feedValues,
  type OperationRow,
  type OperationsPage,
  queriedFeed,
  readFrom,
  readOperations,
  type Shape,
  shapeOf,
  valuesOf,
} from './repository.ts'
import { matches, type Search, type SearchValues, searchValues, valuesOfSearch } from './search.ts'

/** `period`: the numbers of the period, of which the newest were searched. */
export type FoundPage = OperationsPage & { found: number }

type FoundRow = Pick<FeedRow, 'count' | 'first' | 'last'> & { found: number; other: DaySum[] | null } & (
    | OperationRow
    | { id: null }
  )

/**
 * The newest operations of the period are looked at one by one, at most `SEARCHED_OPERATIONS`. A number is also found by its index among
 * those before them.
 */
const queryFound = compiledQuery(
  [...feedValues, ...searchValues, 'skipped'],
  (db, { search, ...shape }: Shape & { search: Search['kind'] }, { skipped, ...values }) => {
    const feed = { ...shape, ownerId: sql.ref('feed.owner_id') }
    const newest = operationsBetween(feed, { first: sql.ref('feed.oldest'), last: sql.ref('feed.last') })
    const hit = sql`o.seq, o.id, o.type, o.status, o.amount, (o.created_at at time zone feed.time_zone)::date as day`
    return sql<FoundRow>`
      with feed as materialized (
        select *, greatest(first, last - ${sql.lit(SEARCHED_OPERATIONS - 1)}) as oldest
        from (${feedQuery(db, shape, values)}) as place
      ), hit as materialized (
        select ${hit} from feed cross join lateral ${newest} as o
        where ${matches(search, values)}
        ${search === 'sum' ? olderByNumber(hit, feed, values) : sql``}
      ), page as materialized (
        select seq, id, day from hit order by seq desc offset ${skipped}::bigint limit ${sql.lit(PER_PAGE)}
      )
      select feed.count, feed.first, feed.last, (select count(*) from hit) as found, o.*,
        case when o.seq = (select min(seq) from page) then (
          select json_agg(sums) from (
            select day, type, status, sum(amount) as amount from hit
            where day in (select day from page) and seq not in (select seq from page) group by 1, 2, 3
          ) as sums
        ) end as other
      from feed left join lateral (
        select page.seq, page.day, ${columnsOfOperation}, r.id as restaurant_id, r.name as restaurant_name
        from page join operation o on o.id = page.id
          join employee e on e.id = o.employee_id join restaurant r on r.id = e.restaurant_id
      ) as o on true
      order by o.seq desc`
  },
)

/** The index of numbers is one of all users: it is read in the rare case alone that there are operations before those. */
function olderByNumber(hit: RawBuilder<unknown>, feed: QueriedFeed, values: SearchValues) {
  return sql`
    union all
    select ${hit} from feed cross join lateral ${operationsOfNumber(feed, sql`${values.number}::bigint`)} as o
    where feed.first < feed.oldest and o.seq >= feed.first and o.seq < feed.oldest`
}

/** Operations after `maxCount` are left out. Returns undefined where `findFeed` does. */
export async function findPage(
  db: Db,
  userId: string,
  filter: FeedFilter & { search: Search },
  { page, maxCount }: { page: number; maxCount: number },
): Promise<FoundPage | undefined> {
  const { search } = filter
  const values = { ...valuesOf(userId, filter, maxCount), ...valuesOfSearch(search), skipped: entriesBefore(page) }
  const rows = await queryFound(db, { ...shapeOf(filter), search: search.kind }, values)
  const [feed] = rows
  if (!feed) return undefined
  return {
    count: feed.count,
    period: { first: feed.first, last: feed.last },
    found: feed.found,
    // A page without operations is one row without an operation.
    rows: rows.filter((row) => row.id !== null),
    otherSums: rows.flatMap(({ other }) => other ?? []),
  }
}

/** The operations that a search looks through. */
export function searchedPeriod({ first, last }: Range): Range {
  return { first: Math.max(first, last - SEARCHED_OPERATIONS + 1), last }
}

/** The operations of a range that a search finds, newest first. */
export async function readFound(db: Db, feed: Feed, search: Search, range: Range): Promise<OperationRow[]> {
  return await readOperations(db, feed, range, matches(search.kind, placed(search)))
}

/** What a search finds by the number among operations that are older than those it looks through. */
export async function readOlderByNumber(db: Db, feed: Feed, search: Search): Promise<OperationRow[]> {
  const last = feed.period.last - SEARCHED_OPERATIONS
  if (search.kind !== 'sum' || search.number === null || last < feed.period.first) return []
  const ofNumber = operationsOfNumber(queriedFeed(feed), sql`${search.number}::bigint`)
  return await readFrom(db, feed, ofNumber, sql`o.seq between ${feed.period.first} and ${last}`)
}

function placed(search: Search): SearchValues {
  const values = valuesOfSearch(search)
  return Object.fromEntries(searchValues.map((name) => [name, sql<never>`${values[name]}`])) as SearchValues
}
