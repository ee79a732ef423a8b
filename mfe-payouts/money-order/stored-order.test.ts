import type { MoneyOrder } from '@portal/contracts/new-payout'
import { expect, test } from 'vitest'
import { keyFor, storedOrder, storeOrder } from './stored-order.ts'

const order: MoneyOrder & { kind: 'sharing' } = {
  ...{ kind: 'sharing', rest_id: 'berezka', way: 'equal', amount: 100, comment: 'За субботу' },
  shares: [
    { recipient_employee_id: 'boris', amount: 50 },
    { recipient_employee_id: 'vera', amount: 50 },
  ],
}
const [first, second] = order.shares
const stored = { userId: 'anna', key: 'first', sent: false, order }

test.for([
  ['the same order has the same key', { ...order, shares: order.shares.map((share) => ({ ...share })) }, true],
  ['another comment has the same key', { ...order, comment: 'За воскресенье' }, true],
  ['another sum has another key', { ...order, amount: 101 }, false],
  ['another division has another key', { ...order, shares: [second, first] }, false],
] as [string, MoneyOrder, boolean][])('%s', ([, next, isSame]) => {
  expect(keyFor(next, stored) === 'first').toBe(isSame)
})

test('a stored text that is no order counts as nothing stored', () => {
  storeOrder(stored)
  expect(storedOrder('sharing', 'anna')).toMatchObject({ key: 'first', order: { amount: 100 } })
  sessionStorage.setItem('chaevye:sharing-order', '{"key":"first","userId":"anna","sent":true}')
  expect(storedOrder('sharing', 'anna')).toBeNull()
})
