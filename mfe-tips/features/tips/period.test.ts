import { describe, expect, test } from 'vitest'
import { countDays, periodOf, periodSearch } from './period.ts'

const today = '2026-11-20'
const read = (query: string) => periodOf(new URLSearchParams(query), today)

describe('periodOf', () => {
  test.each([
    ['', 'week', '2026-11-14', today],
    ['period=today', 'today', today, today],
    ['period=month', 'month', '2026-10-22', today],
    ['from=2026-11-01&to=2026-11-10', 'custom', '2026-11-01', '2026-11-10'],
    ['from=2026-11-05&to=2026-11-05', 'custom', '2026-11-05', '2026-11-05'],
    // A period that runs into the future ends today.
    ['from=2026-11-01&to=2026-12-31', 'custom', '2026-11-01', today],
    // The API answers for 366 days: of a longer one the last ones.
    ['from=2024-01-01&to=2026-11-20', 'custom', '2025-11-20', today],
  ])('%s → %s', (query, name, from, to) => {
    expect(read(query)).toEqual({ name, from, to })
  })

  test.each([
    'period=century',
    'from=2026-11-01',
    'from=2026-11-10&to=2026-11-01',
    'from=2026-02-30&to=2026-03-01',
    'from=yesterday&to=today',
    'from=2027-01-01&to=2027-01-02',
  ])('%s is no period: the week', (query) => {
    expect(read(query).name).toBe('week')
  })

  test.each(['today', 'week', 'month', { from: '2026-11-01', to: '2026-11-10' }] as const)(
    'reads back what periodSearch wrote: %o',
    (period) => {
      const { name, from, to } = periodOf(new URLSearchParams(periodSearch(period)), today)
      expect(typeof period === 'string' ? name : { from, to }).toEqual(period)
    },
  )
})

test('both ends count, also over the day clocks change elsewhere', () => {
  expect(countDays({ from: '2026-10-24', to: '2026-10-26' })).toBe(3)
})
