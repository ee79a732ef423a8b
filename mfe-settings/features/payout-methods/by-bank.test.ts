import type { Employee } from '@portal/contracts/employee'
import type { Card } from '@portal/contracts/payout-method'
import { expect, test } from 'vitest'
import { byBank, fromRestaurants, groupTitle } from './by-bank.ts'

const employeeAt = (name: string, bank: string): Employee => ({
  id: name,
  default: false,
  manager: false,
  restaurant: { id: name, name, bank },
})

const cardAt = (id: string, bank: string): Card => ({
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
    [cardAt('a', 'Т-Банк'), cardAt('b', 'Альфа-Банк')],
    [employeeAt('Берёзка', 'Т-Банк'), employeeAt('Старый мост', 'Т-Банк'), employeeAt('Причал', 'Альфа-Банк')],
  )
  expect(groups.map((group) => [groupTitle(group), group.methods.map(({ id }) => id)])).toEqual([
    ['«Берёзка», «Старый мост» · Т-Банк', ['a']],
    ['«Причал» · Альфа-Банк', ['b']],
  ])
  expect(groups.map(fromRestaurants)).toEqual(['из ресторанов «Берёзка», «Старый мост»', 'из ресторана «Причал»'])
})

test('shows a bank without methods, and a method of a former restaurant', () => {
  const groups = byBank([cardAt('a', 'Альфа-Банк')], [employeeAt('Берёзка', 'Т-Банк')])
  expect(groups.map((group) => [groupTitle(group), group.methods.length])).toEqual([
    ['«Берёзка» · Т-Банк', 0],
    ['Альфа-Банк', 1],
  ])
  expect(groups.map(fromRestaurants)).toEqual(['из ресторана «Берёзка»', ''])
})
