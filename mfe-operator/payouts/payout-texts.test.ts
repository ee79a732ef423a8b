import { expect, test } from 'vitest'
import { ageText, reasonText } from './payout-texts.ts'

test.each([
  [60, '1 минуту'],
  [21 * 60, '21 минуту'],
  [3 * 60, '3 минуты'],
  [11 * 60, '11 минут'],
  [60 * 60, '1 час'],
])('an order of %i seconds ago waits «%s»', (seconds, text) => {
  expect(ageText(seconds)).toMatch(new RegExp(`^${text.replace(' ', '\\s')}$`))
})

test.each([
  [{ reason: 'card_invalid', review: null }, 'Карта недоступна, выберите другую'],
  [{ reason: 'general_decline', review: 'rejected' }, 'Не прошёл проверку оператора'],
  [{ reason: 'later_reason', review: null }, 'later_reason'],
  [{ reason: null, review: null }, null],
] as const)('the reason of %j is «%s»', (order, text) => {
  expect(reasonText(order)).toBe(text)
})
