import { allClosedText, costText, freeWay, payoutWays } from '@portal/shared/order-details/payout-way'
import { cardTerms, mir, sbp, sbpTerms } from '@portal/shared/testing/payout-ways'
import { expect, test } from 'vitest'

const plain = (text: string) => text.replaceAll('\u00A0', ' ')

test.each([
  [cardTerms, null, 'Комиссия 1,5 %, не меньше 15 ₽, до 30 минут'],
  [cardTerms, 500, 'Комиссия 15 ₽, до 30 минут'],
  [cardTerms, 18_429, 'Комиссия 276,44 ₽, до 30 минут'],
  [{ ...sbpTerms, eta_text: 'Обычно до минуты' }, 18_429, 'Без комиссии, до минуты'],
])('a withdrawal by %o of %s costs: %s', (terms, amount, text) => {
  expect(plain(costText(terms, amount))).toBe(text)
})

// spec: 2.72
test('finds a way without a fee only for a user who has chosen one with a fee', () => {
  const [card, phone] = payoutWays([mir, sbp], [cardTerms, sbpTerms])
  expect(freeWay([card, phone] as never, card)).toBe(phone)
  expect(freeWay([card, phone] as never, phone)).toBeUndefined()
  const closed = payoutWays([mir, { ...sbp, status: 'blocked' }], [cardTerms, sbpTerms])
  expect(freeWay(closed, closed[0])).toBeUndefined()
  expect(freeWay([], undefined)).toBeUndefined()
})

test.each([
  ['Дневной лимит исчерпан', 'Дневной лимит исчерпан', 'Дневной лимит исчерпан. Попробуйте завтра.'],
  ['Дневной лимит исчерпан', 'Лимит исчерпан: телефон добавлен недавно', 'Лимиты исчерпаны. Попробуйте завтра.'],
  [
    'Месячный лимит исчерпан',
    'Месячный лимит исчерпан',
    'Месячный лимит исчерпан. Вывести можно будет в следующем месяце.',
  ],
  [
    'Дневной лимит исчерпан',
    'Банк ресторана не отвечает',
    'Сейчас ни один способ не работает. Добавьте другую карту или телефон СБП в настройках.',
  ],
])(
  'where no way is open because of «%s» and «%s», another card is advised only if it would help',
  (card, phone, text) => {
    expect(
      allClosedText(
        payoutWays(
          [mir, sbp],
          [
            { ...cardTerms, enabled: false, disabled_reason: card },
            { ...sbpTerms, enabled: false, disabled_reason: phone },
          ],
        ),
      ),
    ).toBe(text)
  },
)

test('a limit that is used up while it is lowered names its end', () => {
  const lowered = { reason: 'пароль восстановлен', until: '2026-12-01T17:00:00Z' }
  const disabled_reason = 'Лимит исчерпан: пароль восстановлен'
  const used = { enabled: false, disabled_reason, day_limit_left: 0, lowered }
  const ways = payoutWays(
    [mir, sbp],
    [
      { ...cardTerms, ...used },
      { ...sbpTerms, ...used },
    ],
  )
  expect(allClosedText(ways)).toMatch(/^Лимит исчерпан до 01\.12\.2026,\s20:00: пароль восстановлен\.$/)
})
