// spec: 3.1

import type { Requirement } from '@portal/shared/manifest'
import { expect, test } from 'vitest'
import { userFacts } from '../routing/requirement.ts'
import { menuGroups } from './side-menu.tsx'

const item = (label: string, order: number, requires?: Requirement, group: 'Меню' | 'Профиль' = 'Меню') => ({
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
  item('Смены', 5, 'manager'),
  item('Релизы', 6, 'releases'),
  item('Портал', 7, 'operator'),
]

type Role = 'default' | 'manager'

const employee = (role: Role | undefined) => ({
  id: 'e',
  default: role === 'default',
  manager: role === 'manager',
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
  ['no balance info', undefined, undefined, ['Чаевые']],
  // spec: 3.2
  ['average and balance at zero', money(0, 0), undefined, ['Чаевые']],
  ['an average above zero', money(100, 0), undefined, ['Чаевые', 'Операции', 'Вывод средств']],
  ['a balance above zero', money(0, 0.5), undefined, ['Чаевые', 'Операции', 'Вывод средств']],
  ['the default employee', money(1, 1), 'default', ['Чаевые', 'Операции', 'Вывод средств', 'Перевод средств']],
  ['the default employee without money', undefined, 'default', ['Чаевые', 'Перевод средств']],
  // spec: 3.8
  ['a manager without money', undefined, 'manager', ['Чаевые', 'Смены']],
  ['an account with the right to releases', undefined, undefined, ['Чаевые', 'Релизы'], ['releases']],
  ['an account with all rights', undefined, undefined, ['Чаевые', 'Релизы', 'Портал'], ['operator', 'releases']],
  ['a right that this shell does not know', undefined, undefined, ['Чаевые'], ['refunds']],
] as const)('%s', (_, balance, role, menu, rights: readonly string[] = []) => {
  const groups = menuGroups(items, userFacts(employee(role), balance, rights))
  expect(groups.map(({ title, items }) => [title, items.map(({ label }) => label)])).toEqual([
    ['Меню', menu],
    ['Профиль', ['Личная карточка', 'Настройки']],
  ])
})

test('the menu leaves out a group without items', () => {
  const groups = menuGroups([item('Чаевые', 1)], userFacts(employee(undefined), undefined, []))
  expect(groups.map(({ title }) => title)).toEqual(['Меню'])
})
