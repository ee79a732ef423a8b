import { expect, test } from 'vitest'
import { formatFilter, isFiltered, parseFilter } from './operations-filter.ts'

const read = (query: string) => parseFilter(new URLSearchParams(query))

test.each([
  ['', { page: 1 }],
  ['type=payout', { type: 'payout', page: 1 }],
  ['from=2026-11-01&to=2026-11-20&page=3&as_of=128', { from: '2026-11-01', to: '2026-11-20', page: 3, asOf: '128' }],
  // Invalid values are ignored.
  ['type=bribe', { page: 1 }],
  ['type=refund', { page: 1 }],
  ['page=0', { page: 1 }],
  ['page=-2', { page: 1 }],
  ['page=1.5', { page: 1 }],
  ['page=two', { page: 1 }],
  ['from=2026-11-20&to=2026-11-01', { page: 1 }],
  ['from=2026-11-01', { page: 1 }],
  ['from=2026-02-30&to=2026-03-01', { page: 1 }],
  ['from=0000-01-01&to=2026-03-01', { page: 1 }],
  ['as_of=128', { page: 1 }],
  ['q=%20спасибо%20&type=tip', { type: 'tip', q: 'спасибо', page: 1 }],
  ['q=%20', { page: 1 }],
  [`q=${'я'.repeat(120)}`, { q: 'я'.repeat(100), page: 1 }],
  ['page=2&as_of=now', { page: 2 }],
])('?%s → %o', (query, filter) => {
  expect(read(query)).toEqual(filter)
})

test('an address is parsed as it was written, and the first page has no parameter', () => {
  const filter = {
    type: 'tip',
    from: '2026-11-01',
    to: '2026-11-20',
    q: '1 000 ₽ & ещё',
    page: 2,
    asOf: '128',
  } as const
  expect(read(formatFilter(filter))).toEqual(filter)
  expect(formatFilter({ page: 1, asOf: '128' })).toBe('')
})

test('does not count a page without a filter as filtered', () => {
  expect(isFiltered(read('page=7'))).toBe(false)
  expect(isFiltered(read('type=tip'))).toBe(true)
  expect(isFiltered(read('q=500'))).toBe(true)
  expect(isFiltered(read('from=2026-11-01&to=2026-11-20'))).toBe(true)
})
