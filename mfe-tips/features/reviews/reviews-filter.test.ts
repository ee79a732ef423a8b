import { expect, test } from 'vitest'
import { formatFilter, parseFilter } from './reviews-filter.ts'

test.each([
  ['', { page: 1 }],
  ['stars=5&commented=true&page=2&as_of=40', { stars: 5, commented: true, page: 2, asOf: '40' }],
  ['stars=6', { page: 1 }],
  ['stars=0', { page: 1 }],
  ['stars=4.5', { page: 1 }],
  ['commented=yes', { page: 1 }],
])('?%s → %o', (query, filter) => {
  expect(parseFilter(new URLSearchParams(query))).toEqual(filter)
})

test('an address is parsed as it was written', () => {
  const filter = { stars: 4, commented: true, page: 3, asOf: '99' } as const
  expect(parseFilter(new URLSearchParams(formatFilter(filter)))).toEqual(filter)
})
