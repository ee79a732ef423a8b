import { expect, test } from 'vitest'
import { parseAsOf, toPage } from './numbered-pages.ts'

test.each([
  [45, undefined, 45],
  [45, '40', 40],
  [45, '0', 0],
  // An `as_of` from the future, or of another list.
  [45, '999', 45],
])('of %d entries as of %s: %d', (count, asOf, expected) => {
  expect(parseAsOf(asOf, count)).toBe(expected)
})

test.each([
  [{ first: 1, last: 45 }, 1, { first: 26, last: 45 }, 3, 45],
  [{ first: 1, last: 45 }, 3, { first: 1, last: 5 }, 3, 45],
  [{ first: 1, last: 45 }, 4, { first: 1, last: -15 }, 3, 45],
  [{ first: 11, last: 30 }, 1, { first: 11, last: 30 }, 1, 20],
  [{ first: 1, last: 0 }, 1, { first: 1, last: 0 }, 0, 0],
  [{ first: 8, last: 3 }, 1, { first: 8, last: 3 }, 0, 0],
])('of %o page %d is %o', (all, page, range, pages, total) => {
  expect(toPage(all, page)).toEqual({ range, position: { page, pages, per_page: 20, total } })
})
