import type { Employee } from '@portal/contracts/employee'
import type { Card } from '@portal/contracts/payout-method'
import { expect, test } from 'vitest'
import { byBank, groupTitle } from './by-bank.ts'

const employeeOf = (name: string, bank: string): Employee => ({
  id: name,
  default: false,
  manager: false,
  restaurant: { id: name, name, bank },
})

const cardOf = (id: string, bank: string): Card => ({
  id,
  type: 'card',
  bank,
  bank_name: 'Сбербанк',
  label: '',
  is_default: false,
  status: 'active',
  rest_ids: [],
  mask: '2200 •••• •••• 1234',
  last4: '1234',
  network: 'mir',
})

// spec: 2.98
test('lists a method once under a bank that serves several restaurants', () => {
  const groups = byBank(
    [cardOf('a', 'Т-Банк'), cardOf('b', 'Альфа-Банк')],
    [employeeOf('Берёзка', 'Т-Банк'), employeeOf('Старый мост', 'Т-Банк'), employeeOf('Причал', 'Альфа-Банк')],
  )
  expect(groups.map((group) => [groupTitle(group), group.methods.map(({ id }) => id)])).toEqual([
    ['Т-Банк\u00A0— «Берёзка», «Старый мост»', ['a']],
    ['Альфа-Банк\u00A0— «Причал»', ['b']],
  ])
})

test('shows a bank without methods, and a method of a former restaurant', () => {
  const groups = byBank([cardOf('a', 'Альфа-Банк')], [employeeOf('Берёзка', 'Т-Банк')])
  expect(groups.map((group) => [groupTitle(group), group.methods.length])).toEqual([
    ['Т-Банк\u00A0— «Берёзка»', 0],
    ['Альфа-Банк', 1],
  ])
})
