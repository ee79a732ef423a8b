import type { TipsStats } from '@portal/contracts/tips'
import { addDays } from '@portal/shared/calendar'
import { describe, expect, test } from 'vitest'
import { apart, barAt, tickedDays, toChart } from './chart-geometry.ts'

/** `amounts` by day until 2026-11-20, `before` on each day of the previous period. */
function createStats(amounts: number[], before = 0): TipsStats {
  const days = (last: string, values: number[]) =>
    values.map((amount, index) => ({
      date: addDays(last, index + 1 - values.length),
      amount,
      count: amount > 0 ? 1 : 0,
    }))
  const period = (last: string, values: number[]) => ({
    from: addDays(last, 1 - values.length),
    to: last,
    total: values.reduce((a, b) => a + b, 0),
    count: values.length,
    days: days(last, values),
  })
  const current = period('2026-11-20', amounts)
  return {
    ...current,
    average_day: current.total / amounts.length,
    previous: period(
      addDays(current.from, -1),
      amounts.map(() => before),
    ),
  }
}

describe('toChart', () => {
  // spec: 2.61
  test('has a bar a day, each beside the same day of the previous period', () => {
    const { bars, average, daysPerBar, grid } = toChart(createStats([100, 0, 350], 80))
    expect(daysPerBar).toBe(1)
    expect(bars.map(({ from, amount, previous }) => [from, amount, previous])).toEqual([
      ['2026-11-18', 100, 80],
      ['2026-11-19', 0, 80],
      ['2026-11-20', 350, 80],
    ])
    expect(average).toBe(150)
    expect(grid.at(-1)).toBeGreaterThanOrEqual(350)
  })

  test('shows a bar a week for a long period, counted from its end, with every ruble', () => {
    const { bars, average, daysPerBar } = toChart(createStats(Array(100).fill(10), 5))
    expect(daysPerBar).toBe(7)
    expect(bars).toHaveLength(15)
    expect(bars[0]).toMatchObject({ amount: 20, previous: 10, count: 2 })
    expect(bars.at(-1)).toMatchObject({ from: '2026-11-14', to: '2026-11-20', amount: 70, previous: 35, count: 7 })
    expect(bars.reduce((total, bar) => total + bar.amount, 0)).toBe(1000)
    expect(average).toBe(70)
  })

  // spec: 2.60
  test('has one bar and a slot for each day to come for a week on its Monday', () => {
    const { bars, ahead } = toChart(createStats([100], 80), 7)
    expect(bars).toHaveLength(1)
    expect(ahead).toEqual(['21', '22', '23', '24', '25', '26'].map((day) => `2026-11-${day}`))
    expect(toChart(createStats(Array(20).fill(10)), 7).ahead).toEqual([])
  })

  test('has no bar beside the last days of a month after a shorter one', () => {
    const stats = createStats([10, 20, 30], 5)
    const { bars } = toChart({ ...stats, previous: { ...stats.previous, days: stats.previous.days.slice(0, 2) } })
    expect(bars.map(({ previous, previousDays }) => [previous, previousDays?.to])).toEqual([
      [5, '2026-11-15'],
      [5, '2026-11-16'],
      [0, undefined],
    ])
  })

  test('the scale also covers the previous period', () => {
    expect(toChart(createStats([100], 5000)).grid.at(-1)).toBeGreaterThanOrEqual(5000)
  })
})

test('the last bar always has a date below it', () => {
  const days = Array.from({ length: 30 }, (_, index) => addDays('2026-11-01', index))
  expect(tickedDays(days, 4).map(({ index }) => index)).toEqual([5, 13, 21, 29])
  expect(tickedDays(days.slice(0, 3), 7).map(({ index }) => index)).toEqual([0, 1, 2])
})

test('has one column each for a lone day and the day before it', () => {
  const day = { from: '2026-11-01', to: '2026-11-01', amount: 500, count: 2, previous: 300, previousDays: null }
  expect(apart(day).map(({ to, amount, previous }) => [to, amount, previous])).toEqual([
    ['2026-10-31', 0, 300],
    ['2026-11-01', 500, 0],
  ])
})

test.each([
  [-0.1, 0],
  [0, 0],
  [0.49, 3],
  [0.999, 6],
  [1.2, 6],
])('pointer at %d of the width → bar %d of 7', (share, index) => {
  expect(barAt(share, 7)).toBe(index)
})
