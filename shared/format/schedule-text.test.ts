import { expect, test } from 'vitest'
import { scheduleText } from './schedule-text.ts'

const plain = (text: string) => text.replaceAll('\u00A0', ' ')

test.each([
  [{ kind: 'daily', hour: 9 }, 'Каждый день в 09:00'],
  [{ kind: 'daily', hour: 0 }, 'Каждый день в 00:00'],
  [{ kind: 'threshold', amount: 5_000 }, 'Как только на балансе 5 000 ₽'],
] as const)('%j is «%s»', (schedule, text) => {
  expect(plain(scheduleText(schedule))).toBe(text)
})
