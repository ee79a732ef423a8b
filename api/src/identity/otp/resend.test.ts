import { expect, test } from 'vitest'
import { resendIn } from './resend.ts'

const payout = { purpose: 'payout', boundTo: 'one order' }
const sent = (...ages: number[]) => ages.map((age) => ({ ...payout, age, isUsed: false }))
const minutes = 60

test.each([
  ['nothing was sent', sent(), 0],
  ['one was sent just now', sent(0), 60],
  ['one was sent 59 s ago', sent(59), 1],
  ['one was sent a minute ago', sent(60), 0],
  ['a second was sent just now', sent(0, 60), 120],
  ['a third was sent just now', sent(0, 120, 180), 300],
  ['a fourth was sent 100 s ago', sent(100, 400, 520, 580), 200],
  ['the last was an hour ago', sent(60 * minutes, 65 * minutes), 0],
  // spec: 9.7
  ['five in this hour', sent(301, 700, 1100, 1300, 1400), 3600 - 1400],
  ['five, the first of them an hour ago', sent(301, 700, 1100, 1300, 3600), 0],
  // spec: 9.7
  ['ten in this day', sent(...Array.from({ length: 10 }, (_, index) => (index + 1) * 90 * minutes)), 540 * minutes],
])('%s', (_, codes, wait) => {
  expect(resendIn(codes, payout)).toBe(wait)
})

test.each([
  ['thirty used ones in this hour', Array.from({ length: 30 }, (_, index) => index * 100), 3600 - 2900],
  ['twenty-nine used ones in this hour', Array.from({ length: 29 }, (_, index) => index * 100), 0],
  [
    'sixty used ones in this day',
    Array.from({ length: 60 }, (_, index) => index * 20 * minutes),
    4 * 60 * minutes + 20 * minutes,
  ],
])('%s delay the next one by what is left of the time', (_, ages, wait) => {
  const used = ages.map((age) => ({ ...payout, age, isUsed: true }))
  expect(resendIn(used, payout)).toBe(wait)
})

test.each([
  ['purpose', { purpose: 'card', boundTo: 'one order' }],
  ['order', { purpose: 'payout', boundTo: 'another order' }],
])('codes for another %s count in the hour and not in the interval', (_, thing) => {
  const others = sent(10, 20, 30, 40)
  expect(resendIn(others, thing)).toBe(0)
  expect(resendIn([...others, { purpose: 'sbp', boundTo: null, age: 50, isUsed: false }], thing)).toBe(3550)
})
