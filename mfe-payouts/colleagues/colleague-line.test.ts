import { expect, test } from 'vitest'
import { colleagueTitle, formatRole } from './colleague-line.tsx'

test.for([
  [{ manager: false, roles: [] }, 'Сотрудник'],
  [{ manager: true, roles: [] }, 'Менеджер'],
  [{ manager: false, roles: ['role_waiter'] }, 'Официант'],
  [{ manager: false, roles: ['role_sommelier', 'role_waiter'] }, 'Официант, сомелье'],
  [{ manager: true, roles: ['role_administrator'] }, 'Менеджер, администратор'],
] as const)('%o → %s', ([{ manager, roles }, role]) => {
  expect(formatRole({ manager, roles: [...roles] })).toBe(role)
})

test.for([
  ['Вера Новикова', 'Вера Новикова · •• 03'],
  ['דנה כהן', '\u2068דנה כהן\u2069 · •• 03'],
] as const)('%s with a phone is %s', ([name, title]) => {
  expect(colleagueTitle({ name, phone_last2: '03' })).toBe(title)
})
