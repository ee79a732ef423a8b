import { type RawBuilder, sql } from 'kysely'
import { startOfDay } from '../../db/dates.ts'
import type { FeedType } from './feed.ts'
import { matches, type Search } from './search.ts'

type Sql = RawBuilder<unknown>

/** Whose operations, of which type, and what a search looks for. */
type Selection = {
  employees: readonly { id: string }[]
  type?: FeedType | undefined
  search?: Search | undefined
  /** The id of the oldest operation that the search looks at; undefined if it looks at all of them. */
  oldestSearched?: string | undefined
}

export const newestFirst = sql`order by created_at desc, id desc`
export const oldestFirst = sql`order by created_at, id`

type IdsQuery = { conditions: Sql[]; order?: Sql; skipped?: Sql; limit: number }

/** Returns the query of the ids of at most `limit` operations in the given order, after the skipped ones. */
export function selectIds(
  selection: Selection,
  { conditions, order = newestFirst, skipped = sql`0`, limit }: IdsQuery,
): Sql {
  const size = sql.lit(limit)
  // The limit of each branch tells PostgreSQL, even without statistics, that sorting the whole branch would be slower.
  const branches = selectBranches(selection, { conditions, order: sql`${order} limit ${skipped} + ${size}` })
  return sql`select id from (${branches}) as entry ${order} offset ${skipped} limit ${size}`
}

type BranchQuery = { conditions: Sql[]; columns?: Sql; order?: Sql }

/**
 * Returns the query of all operations of a selection, with a branch for each employee:
 *
 *     (select created_at, id from operation where employee_id = 'anna' and family = 'tip' order by … limit …)
 *     union all (select created_at, id from operation where employee_id = 'boris' and …)
 *
 * Each branch is read in the order of an index, so PostgreSQL merges the branches without sorting. With the default
 * columns and without a search it reads only the index.
 */
export function selectBranches(
  selection: Selection,
  { conditions, columns = sql`created_at, id`, order = sql`` }: BranchQuery,
): Sql {
  const branches = selection.employees.flatMap(({ id }) =>
    branchConditions(selection).map((branch) => {
      const all = sql.join([sql`employee_id = ${id}`, ...conditions, ...branch], sql` and `)
      return sql`(select ${columns} from operation where ${all} ${order})`
    }),
  )
  return sql.join(branches, sql` union all `)
}

/**
 * Returns the conditions of each branch of an employee. A search for a number has a second branch: it finds operations
 * older than `oldestSearched` too, only by their number, which has an index.
 */
function branchConditions({ type = 'all', search, oldestSearched }: Selection): Sql[][] {
  // `family` is `transfer` for `transfer_in` and `transfer_out`. A literal, as in the `where` of its partial indexes.
  const typeConditions = type === 'all' ? [] : [sql`family = ${sql.lit(type)}`]
  if (!search) return [typeConditions]
  if (oldestSearched === undefined) return [[...typeConditions, matches(search)]]
  const searched = [...typeConditions, matches(search), sql`(created_at, id) >= ${position(oldestSearched)}`]
  if (search.kind !== 'sum' || search.number === null) return [searched]
  return [searched, [...typeConditions, sql`number = ${search.number}::bigint`, isOlderThan(oldestSearched)]]
}

/** Days in the time zone, both included, and the id of the newest operation. */
type Bounds = {
  from?: string | undefined
  to?: string | undefined
  newest?: string | undefined
  timeZone: string
}

/** Returns the conditions of the period and of the newest operation of a list. */
export function boundConditions({ from, to, newest, timeZone }: Bounds): Sql[] {
  return [
    ...(from === undefined ? [] : [sql`created_at >= ${periodBound(sql`${from}::date`, timeZone)}`]),
    ...(to === undefined ? [] : [sql`created_at < ${periodBound(sql`${to}::date + 1`, timeZone)}`]),
    ...(newest === undefined ? [] : [isNotAfter(newest)]),
  ]
}

/**
 * Returns the start of a day, or `infinity` if the day has not begun: operations that a wrong clock has dated in the
 * future count as today's.
 */
function periodBound(day: Sql, timeZone: string): Sql {
  const start = startOfDay(day, timeZone)
  return sql`(case when ${start} > now() then 'infinity' else ${start} end)`
}

/**
 * The operation is `newest` or older. `is true` hides the condition from the index, so that PostgreSQL reads by the
 * days only: few operations are newer.
 */
export function isNotAfter(newest: string): Sql {
  return sql`((created_at, id) <= ${position(newest)}) is true`
}

export function isOlderThan(id: string): Sql {
  return sql`(created_at, id) < ${position(id)}`
}

/** Returns the query of the position of an operation in the order of all lists. */
function position(id: string): Sql {
  return sql`(select created_at, id from operation where id = ${id})`
}
