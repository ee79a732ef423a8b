import { expect, test } from 'vitest'
import { pageNumbers } from './page-numbers.ts'

test.each([
  [1, 1, '1'],
  [2, 5, '1 2 3 4 5'],
  [1, 20, '1 2 3 … 20'],
  [3, 20, '1 … 3 … 20'],
  [6, 20, '1 … 6 … 20'],
  [19, 20, '1 … 18 19 20'],
  [20, 20, '1 … 18 19 20'],
])('page %d of %d → %s', (page, pages, shown) => {
  expect(
    pageNumbers(page, pages)
      .map((number) => number ?? '…')
      .join(' '),
  ).toBe(shown)
})
