import { describe, expect, test } from 'vitest'
import type { Period } from './period.ts'
import { aroundAmount, compareWithPrevious, formatBar, formatRange, howLongBefore } from './wording.ts'

/** Spaces that do not break are hard to read in a test. */
const plain = (text: string) => text.replace(/\u00A0/g, ' ')

const week: Period = { name: 'week', from: '2026-11-14', to: '2026-11-20' }
const month: Period = { name: 'month', from: '2026-10-22', to: '2026-11-20' }
const today: Period = { name: 'today', from: '2026-11-20', to: '2026-11-20' }
const custom: Period = { name: 'custom', from: '2026-11-01', to: '2026-11-03' }

describe('compareWithPrevious', () => {
  test.each([
    [week, 1120, 1000, 'на 12 % больше, чем за прошлую неделю'],
    [week, 500, 1000, 'на 50 % меньше, чем за прошлую неделю'],
    [week, 0, 1000, 'на 100 % меньше, чем за прошлую неделю'],
    [week, 1001, 1000, 'столько же, сколько за прошлую неделю'],
    [week, 1000, 0, 'за прошлую неделю чаевых не было'],
    [month, 13_400, 1000, 'на 1 240 % больше, чем за 30 дней до этого'],
    [custom, 90, 100, 'на 10 % меньше, чем за 3 дня до этого'],
    [{ ...custom, to: custom.from }, 90, 100, 'на 10 % меньше, чем за день до этого'],
    [today, 400, 0, 'вчера чаевых не было'],
  ])('%o: %d after %d → %s', (period, total, previous, text) => {
    expect(plain(compareWithPrevious(period, total, previous))).toBe(text)
  })
})

test.each([
  ['2026-11-20', '2026-11-20', '20 ноября'],
  ['2026-11-14', '2026-11-20', '14–20 ноября'],
  ['2026-10-28', '2026-11-03', '28 октября – 3 ноября'],
  ['2025-12-20', '2026-01-03', '20 декабря 2025 – 3 января 2026'],
])('%s to %s → %s', (from, to, text) => {
  expect(plain(formatRange({ from, to }))).toBe(text)
})

test.each([
  [week, 'неделей раньше'],
  [month, '30 днями раньше'],
  [{ ...custom, to: '2026-11-21' }, '21 днём раньше'],
])('the day beside a day of %o was %s', (period, text) => {
  expect(plain(howLongBefore(period))).toBe(text)
})

test('a bar is read out by its day, or by its days', () => {
  const day = { from: '2026-11-20', to: '2026-11-20', amount: 3400.5, count: 5, previous: 0 }
  expect(aroundAmount(day).map(plain)).toEqual(['пт, 20 ноября — ', ' от 5 гостей'])
  expect(aroundAmount({ ...day, amount: 0, count: 0 }).map(plain)).toEqual(['пт, 20 ноября — ', ''])
  expect(plain(formatBar({ ...day, from: '2026-11-14' }))).toBe('14–20 ноября')
})
