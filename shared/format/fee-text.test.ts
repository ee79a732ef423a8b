import { expect, test } from 'vitest'
import { feeText } from './fee-text.ts'

test.each([
  [{ percent: 1.5, fixed: 0, min: 15 }, 'Комиссия 1,5 %, не меньше 15 ₽'],
  [{ percent: 1, fixed: 10, min: 0 }, 'Комиссия 1 % и 10 ₽'],
  [{ percent: 0, fixed: 0, min: 15 }, 'Комиссия 15 ₽'],
  [{ percent: 0, fixed: 0, min: 0 }, 'Без комиссии'],
])('a fee of %j is «%s»', (fee, text) => {
  expect(feeText(fee).replaceAll('\u00A0', ' ')).toBe(text)
})
