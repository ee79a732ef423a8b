import { expect, test } from 'vitest'
import { dayIn } from './day.ts'

test.each([
  ['Europe/Moscow', '2026-11-20T20:59:59Z', '2026-11-20'],
  ['Europe/Moscow', '2026-11-20T21:00:00Z', '2026-11-21'],
  ['Asia/Vladivostok', '2026-12-31T14:00:00Z', '2027-01-01'],
])('in %s the day of %s is %s', (timeZone, moment, day) => {
  expect(dayIn(timeZone, new Date(moment))).toBe(day)
})
