import { Problem } from './problem.ts'

// A client sends in `as_of` how many entries there were on the first page, so that new entries do not shift later
// pages.

export const PER_PAGE = 20

/** The numbers of the first and the last entry. The range is empty if `first` is greater than `last`. */
export type Range = { first: number; last: number }

/** Returns how many of `count` entries there were at `as_of`: all of them for the first page. @throws Problem 400 */
export function parseAsOf(as_of: string | undefined, count = Number.MAX_SAFE_INTEGER): number {
  if (as_of === undefined) return count
  if (!/^\d{1,15}$/.test(as_of)) throw new Problem(400, 'malformed', { errors: { as_of: ['invalid_format'] } })
  return Math.min(count, Number(as_of))
}

/** Returns the range of one page, newest first, and the response's fields about pages. */
export function toPage({ first, last }: Range, page: number) {
  const newest = last - entriesBefore(page)
  return {
    range: { first: Math.max(first, newest - PER_PAGE + 1), last: newest } satisfies Range,
    position: pagePosition(Math.max(0, last - first + 1), page),
  }
}

/** Returns the response's fields about the position of a page. */
export function pagePosition(total: number, page: number) {
  return { page, pages: Math.ceil(total / PER_PAGE), per_page: PER_PAGE, total }
}

/** Returns how many entries of the range are on the pages before this one. */
export function entriesBefore(page: number): number {
  return (page - 1) * PER_PAGE
}
