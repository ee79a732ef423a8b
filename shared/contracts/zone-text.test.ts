import { expect, test } from 'vitest'
import { zoneText } from './zone-text.ts'

test.each([
  ['Europe/Moscow', 'МСК'],
  ['Asia/Yekaterinburg', 'МСК+2'],
  ['Europe/Kaliningrad', 'МСК−1'],
  ['Asia/Vladivostok', 'МСК+7'],
  ['America/St_Johns', 'МСК−6:30'],
  ['Pacific/Kiritimati', 'МСК+11'],
])('the time zone %s is written as %s', (timeZone, text) => {
  expect(zoneText(timeZone, '2026-11-20T21:04:00Z')).toBe(text)
})
