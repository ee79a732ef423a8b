import type { TipsStats } from '@portal/contracts/tips'
import { previousOf } from '@portal/shared/calendar'
import { describe, expect, test } from 'vitest'
import type { Period } from './period.ts'
import {
  aroundAmount,
  compareWithPrevious,
  formatBar,
  formatPreviousDays,
  formatTick,
  previousName,
} from './wording.ts'

/** Spaces that do not break are hard to read in a test. */
const plain = (text: string) => text.replace(/\u00A0/g, ' ')

const period = (name: Period['name'], from: string, to: string, compare: Period['compare']): Period => ({
  name,
  compare,
  from,
  to,
})
const week = period('week', '2026-11-16', '2026-11-20', 'week')
const month = period('month', '2026-11-01', '2026-11-20', 'month')
const today = period('today', '2026-11-20', '2026-11-20', 'days')
const custom = period('custom', '2026-11-03', '2026-11-05', 'days')

function createStats({ from, to, compare }: Period, total: number, previous: number): TipsStats {
  const figures = { from, to, count: 1, days: [] }
  return {
    ...figures,
    total,
    average_day: 0,
    previous: { ...figures, ...previousOf({ from, to }, compare), total: previous },
  }
}

describe('compareWithPrevious', () => {
  test.each([
    [week, 1120, 1000, 'на 12 % больше, чем за те же дни прошлой недели'],
    [week, 500, 1000, 'на 50 % меньше, чем за те же дни прошлой недели'],
    [week, 1001, 1000, 'столько же, сколько за те же дни прошлой недели'],
    [week, 1000, 0, 'за те же дни прошлой недели чаевых не было'],
    [{ ...week, to: '2026-11-22' }, 1120, 1000, 'на 12 % больше, чем за прошлую неделю'],
    [{ ...week, to: '2026-11-16' }, 1120, 1000, 'за прошлый понедельник —'],
    [month, 2000, 1000, 'на 100 % больше, чем за те же дни прошлого месяца'],
    [month, 12_400, 1000, 'в 12 раз больше, чем за те же дни прошлого месяца'],
    [month, 99_000, 1000, 'в 99 раз больше, чем за те же дни прошлого месяца'],
    [{ ...month, to: '2026-11-01' }, 1120, 1000, 'за 01.10.2026 —'],
    [custom, 90_000, 100_000, 'на 10 % меньше, чем за 31.10.2026–02.11.2026'],
    [{ ...custom, to: custom.from }, 900, 1000, 'на 10 % меньше, чем за 02.11.2026'],
    [today, 400, 0, 'вчера чаевых не было'],
  ])('%o: %d after %d → %s', (period, total, previous, text) => {
    expect(plain(compareWithPrevious(period, createStats(period, total, previous))?.text ?? '')).toBe(text)
  })

  // spec: 2.59
  test.each([
    ['nothing now', week, 0, 1000, 'за те же дни прошлой недели —'],
    ['next to nothing now', week, 120, 100_000, 'за те же дни прошлой недели —'],
    ['next to nothing then', week, 5916.5, 1, 'за те же дни прошлой недели —'],
    ['a hundred times as much', month, 591_615, 100, 'за те же дни прошлого месяца —'],
    ['a day that is not over', today, 400, 1000, 'вчера за весь день —'],
  ])('%s: the sum itself', (_, period, total, previous, text) => {
    const comparison = compareWithPrevious(period, createStats(period, total, previous))
    expect([plain(comparison?.text ?? ''), comparison?.rubles]).toEqual([text, previous])
  })

  test('returns nothing for two periods without tips', () => {
    expect(compareWithPrevious(week, createStats(week, 0, 0))).toBeNull()
  })
})

test('names the compared day of a week as a week earlier, of another period by its date, and the compared period in words', () => {
  const day = { from: '2026-10-20', to: '2026-10-20' }
  expect(formatPreviousDays(week, day)).toBe('неделей раньше')
  expect(formatPreviousDays(month, day)).toBe('20.10.2026')
  expect(previousName(today, day)).toBe('вчера')
  expect(previousName(month, day)).toBe('прошлый месяц')
  expect(previousName(custom, { from: '2026-10-01', to: '2026-10-20' })).toBe('01.10.2026–20.10.2026')
})

test.each([
  ['2026-11-20', 7, 'пт'],
  ['2026-11-20', 20, '20.11.2026'],
])('%s under one of %d bars → %s', (day, count, text) => {
  expect(formatTick(day, count)).toBe(text)
})

test('reads a bar out by its day, or by its days', () => {
  const day = { from: '2026-11-20', to: '2026-11-20', amount: 3400.5, count: 5, previous: 0, previousDays: null }
  expect(aroundAmount(day).map(plain)).toEqual(['пт, 20.11.2026 — ', ' от 5 гостей'])
  expect(aroundAmount({ ...day, amount: 0, count: 0 }).map(plain)).toEqual(['пт, 20.11.2026 — ', ''])
  expect(plain(formatBar({ ...day, from: '2026-11-14' }))).toBe('14.11.2026–20.11.2026')
})
