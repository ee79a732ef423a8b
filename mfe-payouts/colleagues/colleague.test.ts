import { expect, test } from 'vitest'
import { roleOf } from './colleague.ts'

test.for([
  [{ manager: false, roles: [] }, 'Сотрудник'],
  [{ manager: true, roles: [] }, 'Менеджер'],
  [{ manager: false, roles: ['role_waiter'] }, 'Официант'],
  [{ manager: false, roles: ['role_sommelier', 'role_waiter'] }, 'Официант, сомелье'],
  [{ manager: true, roles: ['role_administrator'] }, 'Менеджер, администратор'],
] as const)('%o → %s', ([{ manager, roles }, role]) => {
  expect(roleOf({ manager, roles: [...roles] })).toBe(role)
})
