import { type RawBuilder, sql } from 'kysely'
import { Problem } from './problem.ts'

// Entries of a list have gapless numbers, so that page 10,000 costs what page 1 does, and a new entry shifts no page of a
// reader who sends by `as_of` how many there were on the first one.

export const PER_PAGE = 20

/** Numbers of entries, both included; empty when `first` is above `last`. */
export type Range = { first: number; last: number }

/** Returns how many of `count` entries existed at `as_of`; all on the first page. @throws Problem 400 */
export function countAsOf(count: number, as_of: string | undefined): number {
  if (as_of === undefined) return count
  if (!/^\d{1,15}$/.test(as_of)) throw new Problem(400, 'malformed', { errors: { as_of: ['invalid_format'] } })
  return Math.min(count, Number(as_of))
}

/** Returns the entries of a page among those of a range, newest first, and the response's fields about pages. */
export function pageOf({ first, last }: Range, page: number) {
  const newest = last - entriesBefore(page)
  return {
    range: { first: Math.max(first, newest - PER_PAGE + 1), last: newest } satisfies Range,
    position: positionOf({ first, last }, page),
  }
}

/** Returns the response's fields about pages. */
export function positionOf({ first, last }: Range, page: number) {
  const total = Math.max(0, last - first + 1)
  return { page, pages: Math.ceil(total / PER_PAGE), per_page: PER_PAGE, total }
}

/** Returns how many entries of the range are on the pages before this one. */
export function entriesBefore(page: number): number {
  return (page - 1) * PER_PAGE
}

/** The range of `pageOf` for a query that finds the numbers of all entries itself; `skipped`: `entriesBefore` the page. */
export function rangeOfPage({ first, last, skipped }: Record<'first' | 'last' | 'skipped', RawBuilder<unknown>>) {
  const newest = sql`${last} - ${skipped}::bigint`
  return { newest, oldest: sql`greatest(${first}, ${newest} - ${sql.lit(PER_PAGE - 1)})` }
}
