import { expect, test } from 'vitest'
import { dayText, hourText, momentText, rangeText, timeText } from './date-text.ts'

// spec: 2.26
test('dates are written as DD.MM.YYYY, with or without their time, and their line does not end within', () => {
  expect(dayText('2026-11-05')).toBe('05.11.2026')
  expect(rangeText({ from: '2025-12-20', to: '2026-01-03' })).toBe('20.12.2025–03.01.2026')
  expect(rangeText({ from: '2026-11-20', to: '2026-11-20' })).toBe('20.11.2026')
  expect(momentText('2026-11-20T21:04:00Z', 'Europe/Moscow')).toBe('21.11.2026,\u00A000:04')
  expect(momentText(Date.parse('2026-11-20T14:04:00Z'), 'Asia/Vladivostok')).toBe('21.11.2026,\u00A000:04')
  expect(timeText(new Date('2026-11-20T06:04:00Z'), 'Europe/Moscow')).toBe('09:04')
  expect(hourText(9)).toBe('09:00')
})
