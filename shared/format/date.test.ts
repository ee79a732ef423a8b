import { signedOut } from '@portal/shared/session/state/events'
import { restaurantSwitched } from '@portal/shared/session/store'
import { describe, expect, test } from 'vitest'
import { formatDay, formatMoment, formatTime, toDay } from './date.ts'

describe('the restaurant’s day, wherever the browser is', () => {
  test.each([
    ['2026-11-20T20:59:59Z', '2026-11-20'],
    ['2026-11-20T21:00:00Z', '2026-11-21'],
    ['2026-12-31T23:30:00+00:00', '2027-01-01'],
  ])('%s → %s', (moment, day) => {
    expect(toDay(moment)).toBe(day)
  })
})

// spec: 2.26
test.each([
  ['2026-11-21', 'Сегодня'],
  ['2026-11-20', 'Вчера'],
  ['2026-11-19', '19.11.2026'],
  ['2026-11-22', '22.11.2026'],
])('formatDay: %s → %s', (day, text) => {
  expect(formatDay(day, '2026-11-21')).toBe(text)
})

// spec: 2.26
test('a moment is formatted by the time zone of its restaurant', () => {
  const restaurant = { id: 'r', name: 'Порт', bank: 'Т-Банк', time_zone: 'Asia/Vladivostok' }
  restaurantSwitched({ id: 'e', default: false, manager: false, restaurant })
  expect(toDay('2026-11-20T13:59:59Z')).toBe('2026-11-20')
  expect(toDay('2026-11-20T14:00:00Z')).toBe('2026-11-21')
  expect(formatMoment('2026-11-20T14:04:00Z')).toBe('21.11.2026,\u00A000:04')
  signedOut()
  expect(formatMoment('2026-11-20T14:04:00Z')).toBe('20.11.2026,\u00A017:04')
})

test('formats a moment, or only its time', () => {
  expect(formatTime('2026-11-20T21:04:00Z')).toBe('00:04')
  expect(formatMoment('2026-11-20T12:04:00+03:00')).toBe('20.11.2026,\u00A012:04')
})
