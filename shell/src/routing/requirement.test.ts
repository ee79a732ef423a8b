// spec: 3.1

import { expect, test } from 'vitest'
import { menuGroups, portalContext } from './requirement.ts'

const item = (
  label: string,
  order: number,
  requires?: 'money' | 'default-employee',
  group: 'Меню' | 'Профиль' = 'Меню',
) => ({
  path: `/${label}`,
  label,
  icon: 'tips' as const,
  group,
  order,
  ...(requires && { requires }),
})

const items = [
  item('Настройки', 2, undefined, 'Профиль'),
  item('Перевод средств', 4, 'default-employee'),
  item('Вывод средств', 3, 'money'),
  item('Чаевые', 1),
  item('Личная карточка', 1, undefined, 'Профиль'),
  item('Операции', 2, 'money'),
]

const employee = (isDefault: boolean) => ({
  id: 'e',
  default: isDefault,
  manager: false,
  restaurant: { id: 'r', name: 'Берёзка', bank: 'Т-Банк' },
})
const money = (avg_sum: number, balance: number) => ({
  avg_sum,
  balance,
  pending: 0,
  updated_at: '2026-11-21T00:00:00Z',
})

test.each([
  // spec: 3.2
  ['no balance info', undefined, false, ['Чаевые']],
  // spec: 3.2
  ['average and balance at zero', money(0, 0), false, ['Чаевые']],
  ['an average above zero', money(100, 0), false, ['Чаевые', 'Операции', 'Вывод средств']],
  ['a balance above zero', money(0, 0.5), false, ['Чаевые', 'Операции', 'Вывод средств']],
  ['the default employee', money(1, 1), true, ['Чаевые', 'Операции', 'Вывод средств', 'Перевод средств']],
  ['the default employee without money', undefined, true, ['Чаевые', 'Перевод средств']],
])('%s', (_, balance, isDefault, menu) => {
  const groups = menuGroups(items, portalContext(employee(isDefault), balance))
  expect(groups.map(({ title, items }) => [title, items.map(({ label }) => label)])).toEqual([
    ['Меню', menu],
    ['Профиль', ['Личная карточка', 'Настройки']],
  ])
})

test('leaves out a group without items', () => {
  expect(menuGroups([item('Чаевые', 1)], { isDefault: false, hasMoney: false }).map(({ title }) => title)).toEqual([
    'Меню',
  ])
})
