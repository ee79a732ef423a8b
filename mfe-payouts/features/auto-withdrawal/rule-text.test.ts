import { expect, test } from 'vitest'
import { feeText, scheduleText } from './rule-text.ts'

const plain = (text: string) => text.replaceAll('\u00A0', ' ')

test.each([
  [{ kind: 'daily', hour: 9 }, 'Каждый день в 09:00'],
  [{ kind: 'daily', hour: 0 }, 'Каждый день в 00:00'],
  [{ kind: 'threshold', amount: 5_000 }, 'Как только на балансе 5 000 ₽'],
] as const)('%j is «%s»', (schedule, text) => {
  expect(plain(scheduleText(schedule))).toBe(text)
})

test.each([
  [{ percent: 1.5, fixed: 0, min: 15 }, 'Комиссия 1,5 %, не меньше 15 ₽'],
  [{ percent: 1, fixed: 10, min: 0 }, 'Комиссия 1 % и 10 ₽'],
  [{ percent: 0, fixed: 0, min: 0 }, 'Без комиссии'],
])('a fee of %j is «%s»', (fee, text) => {
  expect(plain(feeText(fee))).toBe(text)
})
