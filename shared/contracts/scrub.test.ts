import { expect, test } from 'vitest'
import { scrub } from './scrub.ts'

test.each([
  ['Mail anna.smirnova@example.ru now', 'Mail [email] now'],
  ['No response from /api/v1/user/payout?page=2&phone=x', 'No response from /api/v1/user/payout[query]'],
  ['/login?back=%2Fbilling%3Ftype%3Dtip is not there', '/login[query] is not there'],
  ['/i/anna-berezka opened, /api/v1/invitations/x7 too', '/i/[code] opened, /api/v1/invitations/[code] too'],
  ['Phone +79001234567', 'Phone +[#]'],
  ['Phone +7 (900) 000-00-01, «8 900 000 00 01»', 'Phone +[#], «[#]»'],
  ['Card 2200 7013 9595 4321', 'Card [#]'],
  ['Not enough: 1\u00A0250,50\u00A0₽ of 500 ₽ and 7,5 руб.', 'Not enough: [#]\u00A0₽ of [#] ₽ and [#] руб.'],
  ['Payout de300000-0000-4000-8000-00000000a001 is not there', 'Payout [token] is not there'],
  ['Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0', 'Bearer [token].[token]'],
  ['Code 123456', 'Code [#]'],
])('%j → %j', (message, scrubbed) => {
  expect(scrub(message)).toBe(scrubbed)
})

test.each([
  "Cannot read properties of undefined (reading 'currentEmployeeOfRestaurant')",
  'Minified React error #418; visit the page of it',
  '404 not_found in line 12, column 345',
])('leaves %j, which has no personal data', (message) => {
  expect(scrub(message)).toBe(message)
})

test('cuts a long message after it is scrubbed', () => {
  expect(scrub('x '.repeat(400))).toHaveLength(300)
  expect(scrub(`${'x'.repeat(295)} +79001234567`)).not.toMatch(/\d/)
})
