import { expect, test } from 'vitest'
import { amountForWay, amountProblem, largestAmount, payoutQuote, remainderNote } from './payout-amount.ts'

const terms = { min: 100, max: 75_000, day_limit_left: 150_000 }

test.each([
  [null, 1250, 'Введите сумму'],
  [0, 1250, 'Минимальная сумма — 100 ₽'],
  [99, 1250, 'Минимальная сумма — 100 ₽'],
  [100, 1250, null],
  [1250, 1250, null],
  [1251, 1250, 'На балансе только 1 250 ₽'],
  [1251, 1249.99, 'На балансе только 1 249,99 ₽'],
  [1250, 1249.99, 'Сумма — в целых рублях: можно 1 249 ₽'],
  [1501, 1500.5, 'Сумма — в целых рублях: можно 1 500 ₽'],
  [100, 99.99, 'На балансе только 99,99 ₽'],
  [75_000, 200_000, null],
  [75_001, 200_000, 'Максимум за раз — 75 000 ₽'],
  // There are two reasons, and the limit would hold with any balance.
  [75_001, 1250, 'Максимум за раз — 75 000 ₽'],
])('%s of %s → %s', (amount, balance, problem) => {
  expect(amountProblem(amount, { terms, balance }, false)?.replaceAll('\u00A0', ' ') ?? null).toBe(problem)
})

test.each([
  [10_000, 12_480],
  [9_999, 9_999],
])(
  '%s by a way for at most 10 000 → %s by a way for more; nothing is changed for a closed limit',
  (amount, expected) => {
    const limits = { terms, balance: 12_480 }
    const lower = { ...limits, terms: { ...terms, max: 10_000 } }
    expect(amountForWay(amount, lower, limits)).toBe(expected)
    expect(amountForWay(amount, lower, { ...limits, terms: { ...terms, day_limit_left: 99 } })).toBe(amount)
  },
)

test.each([
  [5000, 5000, null],
  [5001, 5000, 'Дневной лимит: сегодня можно вывести ещё 5 000 ₽'],
])('%s with %s left today → %s', (amount, left, problem) => {
  const limits = { terms: { ...terms, day_limit_left: left }, balance: 20_000 }
  expect(amountProblem(amount, limits, false)?.replaceAll('\u00A0', ' ') ?? null).toBe(problem)
})

test.each([[5001, 5000, 'Месячный лимит: можно вывести ещё 5 000 ₽']])(
  '%s with %s left in the month → %s',
  (amount, left, problem) => {
    const limits = { terms: { ...terms, day_limit_left: left, month_limit_left: left }, balance: 20_000 }
    expect(amountProblem(amount, limits, false)?.replaceAll('\u00A0', ' ')).toBe(problem)
  },
)

test('names the balance where the limit of the day is below it', () => {
  const limits = { terms: { ...terms, day_limit_left: 1_000 }, balance: 1500.5 }
  expect(amountProblem(1501, limits, false)).toBe('На балансе только 1\u00A0500,50\u00A0₽')
})

test('money above the limit of the month can be withdrawn in the next month', () => {
  const limits = { terms: { ...terms, day_limit_left: 5_000, month_limit_left: 5_000 }, balance: 20_000 }
  expect(remainderNote(5_000, limits, false)?.replaceAll('\u00A0', ' ')).toBe(
    'Месячный лимит: можно вывести ещё 5 000 ₽. Остальные 15 000 ₽ — в следующем месяце',
  )
})

test('names a lowered limit', () => {
  const lowered = { reason: 'карта добавлена недавно', until: '2026-11-23T11:05:00Z' }
  const limits = { terms: { ...terms, max: 10_000, day_limit_left: 4_000, lowered }, balance: 20_000 }
  expect(amountProblem(10_001, limits, false)).toBe('Максимум за раз\u00A0— 10\u00A0000\u00A0₽')
  expect(amountProblem(5_000, limits, false)).toBe('Пока можно вывести 4\u00A0000\u00A0₽: карта добавлена недавно')
})

test.each([
  [1250.99, 150_000, 1250],
  [200_000, 150_000, 75_000],
  [200_000, 12_345, 12_345],
  [80, 150_000, 80],
  [0, 150_000, 0],
  [500, 0, 0],
])('the largest amount of a balance of %s with %s left today: %s', (balance, left, expected) => {
  expect(largestAmount({ terms: { ...terms, day_limit_left: left }, balance })).toBe(expected)
})

const card = { fee: { percent: 1.5, fixed: 0, min: 15 } }
const sbp = { fee: { percent: 0, fixed: 0, min: 0 } }
const shared = { fee: { percent: 0.9, fixed: 0, min: 9 }, whole_fee: card.fee }

test.each([
  [500, card, { fee: 15, net: 485 }],
  [1001, card, { fee: 15.02, net: 985.98 }],
  [5000, card, { fee: 75, net: 4925 }],
  [500, sbp, { fee: 0, net: 500 }],
  [1001, shared, { fee: 9.01, restaurant_fee: 6.01, net: 991.99 }],
])('%s costs as the contract defines', (amount, method, expected) => {
  expect(payoutQuote(amount, method)).toEqual(expected)
})

test('shows a balance below the minimum before anything is typed', () => {
  expect(amountProblem(null, { terms, balance: 99.99 }, false)).toBe(
    'Вывести можно от 100\u00A0₽, на балансе пока меньше',
  )
})

test('money above a lowered limit can be withdrawn once the limit ends', () => {
  const lowered = { reason: 'телефон СБП добавлен или сменил банк недавно', until: '2026-11-30T17:12:00Z' }
  const limits = { terms: { ...terms, max: 10_000, day_limit_left: 10_000, lowered }, balance: 32_967.5 }
  expect(remainderNote(10_000, limits, false)?.replaceAll('\u00A0', ' ')).toBe(
    'Пока можно вывести 10 000 ₽: телефон СБП добавлен или сменил банк недавно. Остальные 22 967,50 ₽ — после 30.11.2026, 20:12',
  )
})

const atOnce = 'За раз можно вывести не больше 75 000 ₽.'

// spec: 2.75
test.each([
  [75_000, 120_000, 150_000, `${atOnce} Остальные 45 000 ₽ — следующим выводом`],
  [75_000, 120_000.5, 150_000, `${atOnce} Остальные 45 000,50 ₽ — следующим выводом`],
  [75_000, 75_050, 150_000, `${atOnce} На балансе останется 50 ₽`],
  [75_000, 300_000, 150_000, `${atOnce} Остальные 225 000 ₽ — следующими выводами`],
  [75_000, 200_000, 75_050, `${atOnce} Остальные 125 000 ₽ — завтра`],
  [12_345, 200_000, 12_345, 'Дневной лимит: сегодня можно вывести ещё 12 345 ₽. Остальные 187 655 ₽ — завтра'],
  [75_000, 200_000, 75_000, 'Дневной лимит: сегодня можно вывести ещё 75 000 ₽. Остальные 125 000 ₽ — завтра'],
  [1250, 1250.99, 150_000, 'Выводим целыми рублями. На балансе останется 0,99 ₽'],
  [1250, 1250, 150_000, null],
  [75_000, 75_000, 150_000, null],
  // Not all of what can be withdrawn: nothing was promised.
  [500, 120_000, 150_000, null],
  [null, 120_000, 150_000, null],
  // Below the minimum the button shows why it is disabled.
  [80, 80.5, 150_000, null],
  [0, 0.5, 150_000, null],
])('%s of %s with %s left today leaves: %s', (amount, balance, left, note) => {
  const limits = { terms: { ...terms, day_limit_left: left }, balance }
  expect(remainderNote(amount, limits, false)?.replaceAll('\u00A0', ' ') ?? null).toBe(note)
})

test('does not disclose the balance while amounts are hidden', () => {
  expect(amountProblem(1501, { terms, balance: 1500.5 }, true)).toBe('На балансе меньше этой суммы')
})

test('does not disclose the remainder while amounts are hidden', () => {
  expect(remainderNote(75_000, { terms, balance: 120_000 }, true)?.replaceAll('\u00A0', ' ')).toBe(
    `${atOnce} Остальное — следующим выводом`,
  )
})
