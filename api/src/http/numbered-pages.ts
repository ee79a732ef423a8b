import { Problem } from './problem.ts'

// Entries of a list have gapless numbers, so that page 10,000 costs what page 1 does, and a new entry shifts no page of a
// reader who sends by `as_of` how many there were on the first one.

const PER_PAGE = 20

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
  const total = Math.max(0, last - first + 1)
  const newest = last - (page - 1) * PER_PAGE
  return {
    range: { first: Math.max(first, newest - PER_PAGE + 1), last: newest } satisfies Range,
    position: { page, pages: Math.ceil(total / PER_PAGE), per_page: PER_PAGE, total },
  }
}
