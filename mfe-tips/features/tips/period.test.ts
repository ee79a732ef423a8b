import { describe, expect, test } from 'vitest'
import { parsePeriod, periodSearch } from './period.ts'

const friday = '2026-11-20'
const read = (query: string, today = friday) => parsePeriod(new URLSearchParams(query), today)

describe('parsePeriod', () => {
  // spec: 2.58
  test.each([
    ['', 'week', '2026-11-16', friday, 'week'],
    ['period=week', 'week', '2026-11-16', friday, 'week'],
    ['period=today', 'today', friday, friday, 'days'],
    ['period=month', 'month', '2026-11-01', friday, 'month'],
    ['from=2026-11-02&to=2026-11-10', 'custom', '2026-11-02', '2026-11-10', 'days'],
    ['from=2026-11-05&to=2026-11-05', 'custom', '2026-11-05', '2026-11-05', 'days'],
    // A week and a month of the past are compared with the one before them.
    ['from=2026-11-09&to=2026-11-15', 'custom', '2026-11-09', '2026-11-15', 'week'],
    ['from=2026-10-01&to=2026-10-31', 'custom', '2026-10-01', '2026-10-31', 'month'],
    // «Эта неделя», chosen in the calendar.
    ['from=2026-11-16&to=2026-11-20', 'week', '2026-11-16', friday, 'week'],
    ['from=2026-11-01&to=2026-11-20', 'month', '2026-11-01', friday, 'month'],
    ['from=2026-11-20&to=2026-11-20', 'today', friday, friday, 'days'],
    // A period that runs into the future ends today.
    ['from=2026-11-03&to=2026-12-31', 'custom', '2026-11-03', friday, 'days'],
    // The API serves 366 days: of a longer period the last ones.
    ['from=2024-01-01&to=2026-11-20', 'custom', '2025-11-20', friday, 'days'],
  ])('%s → %s', (query, name, from, to, compare) => {
    expect(read(query)).toEqual({ name, from, to, compare })
  })

  test('distinguishes the week, the month and today on a Monday that is the 1st', () => {
    const day = { from: '2026-06-01', to: '2026-06-01' }
    expect(read('', day.to)).toEqual({ name: 'week', compare: 'week', ...day })
    expect(read('period=month', day.to)).toEqual({ name: 'month', compare: 'month', ...day })
    expect(read('period=today', day.to)).toEqual({ name: 'today', compare: 'days', ...day })
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

  test.each(['today', 'week', 'month', { from: '2026-11-03', to: '2026-11-10' }] as const)(
    'reads back what periodSearch wrote: %o',
    (period) => {
      const { name, from, to } = read(String(new URLSearchParams(periodSearch(period))))
      expect(typeof period === 'string' ? name : { from, to }).toEqual(period)
    },
  )
})
