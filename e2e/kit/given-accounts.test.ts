import { expect, test } from 'vitest'
import { suits } from './given-accounts.ts'

const employee = { default: false, manager: false, restaurant: { id: 'berezka' } }
const manager = { ...employee, manager: true }
const defaultEmployee = { ...employee, default: true }
const beside = (restId: string) => ({ beside: { restId, restaurant: 'Берёзка', employeeId: 'e1' } })

test.each([
  ['a manager at the first restaurant', [manager, employee], [{ isManager: true }], true],
  ['a manager only at the second restaurant', [employee, manager], [{ isManager: true }], false],
  ['a default employee', [defaultEmployee], [{ isDefault: true }], true],
  ['a default employee in place of a manager', [defaultEmployee], [{ isManager: true }], false],
  ['one restaurant in place of two', [manager], [{ isManager: true }, {}], false],
  ['a colleague at the restaurant', [employee], [beside('berezka')], true],
  ['a user of another restaurant in place of a colleague', [employee], [beside('bridge')], false],
  ['more restaurants than needed', [employee, employee], [{}], true],
])('an account suits if its restaurants have the roles in this order: %s', (_, employees, workplaces, expected) => {
  expect(suits(employees, workplaces)).toBe(expected)
})
