import type { GoalOutlook } from '@portal/contracts/trend'
import { expect, test } from 'vitest'
import { formatMonthTick, inMonth } from '../../month-names.ts'
import {
  compare,
  duringHour,
  formatChange,
  formatHours,
  formatMonth,
  formatMonthInTable,
  fromTo,
  goalState,
  habitsBasis,
  inDays,
  monthInGenitive,
  paceBasis,
} from './wording.ts'

/** Spaces that do not break are hard to read in a test. */
const plain = (text: string | null) => text?.replace(/\u00A0/g, ' ')

test.each([
  ['2026-01', 'январь', 'янв', 'января', 'в январе'],
  ['2026-03', 'март', 'мар', 'марта', 'в марте'],
  ['2026-05', 'май', 'май', 'мая', 'в мае'],
  ['2026-08', 'август', 'авг', 'августа', 'в августе'],
  ['2026-11', 'ноябрь', 'ноя', 'ноября', 'в ноябре'],
  ['2025-12', 'декабрь 2025', 'дек', 'декабря', 'в декабре'],
])('%s → %s, %s, %s, %s', (month, name, tick, genitive, inIt) => {
  const day = `${month}-01`
  expect([
    plain(formatMonth(month, '2026-11-20')),
    formatMonthTick(month),
    monthInGenitive(day),
    plain(inMonth(day)),
  ]).toEqual([name, tick, genitive, inIt])
})

test.each([
  ['2026-08', 'август'],
  ['2025-08', 'авг 2025'],
])('%s → «%s» in a table of 2026', (month, name) => {
  expect(plain(formatMonthInTable(month, '2026-11-20'))).toBe(name)
})

test.each([
  ['2026-11-01', '2026-11-20', 'с 01.11.2026 по 20.11.2026'],
  ['2026-11-10', '2026-11-10', '10.11.2026'],
])('%s to %s → %s', (from, to, text) => {
  expect(plain(fromTo({ from, to }))).toBe(text)
})

test('names the days on which figures are based', () => {
  const days = { from: '2026-10-23', to: '2026-11-19' }
  expect(plain(habitsBasis({ ...days, days: 21, weekdays: [], hours: [], best_weekday: null, best_hour: null }))).toBe(
    'Считаем 21 день с чаевыми с 23.10.2026 по 19.11.2026',
  )
  expect(plain(paceBasis(days, true))).toBe(
    'Считаем 28 дней с 23.10.2026 по 19.11.2026, вместе с выходными, по всем ресторанам',
  )
})

test.each([
  [1270, 1000, 'на 27 % больше, чем', '+27 %'],
  [500, 1000, 'на 50 % меньше, чем', '−50 %'],
  [1001, 1000, 'столько же, сколько', '0 %'],
  // A share of next to nothing has no meaning.
  [1000, 99, undefined, '—'],
  [99, 1000, undefined, '—'],
  [0, 0, undefined, '—'],
  [10_000, 1000, undefined, '—'],
  [100, 1001, undefined, '—'],
])('%d after %d → %s, %s', (total, before, words, change) => {
  expect([plain(compare(total, before)), plain(formatChange(total, before))]).toEqual([words, change])
})

test('names hours that were worked', () => {
  expect([8, 7.75].map((hours) => plain(formatHours(hours)))).toEqual(['8 ч', '7,75 ч'])
})

test('names an hour, and how far a day to come is', () => {
  expect(plain(duringHour(9))).toBe('с 9:00 до 10:00')
  expect(plain(duringHour(23))).toBe('с 23:00 до полуночи')
  expect(plain(inDays('2026-12-01', '2026-11-20'))).toBe('через 11 дней')
})

const goal: GoalOutlook = {
  name: 'Отпуск',
  amount: 1000,
  earned: 400,
  left: 600,
  since: '2026-11-01',
  pace: { from: '2026-10-23', to: '2026-11-19', average_day: 60 },
  reached_on: '2026-11-30',
}

test.each([
  ['none', null],
  ['reached', { ...goal, left: 0, reached_on: null }],
  ['ahead', { ...goal, since: '2026-11-21' }],
  ['early', { ...goal, pace: null, reached_on: null }],
  ['stopped', { ...goal, pace: { ...goal.pace, average_day: 0 } as GoalOutlook['pace'], reached_on: null }],
  ['far', { ...goal, reached_on: null }],
  ['foreseen', goal],
])('the goal is %s', (state, outlook) => {
  expect(goalState(outlook, '2026-11-20')).toBe(state)
})
