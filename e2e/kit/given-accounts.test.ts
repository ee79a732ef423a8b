import { expect, test } from 'vitest'
import { suits } from './given-accounts.ts'

const employee = { default: false, manager: false }
const manager = { default: false, manager: true }
const defaultEmployee = { default: true, manager: false }

test.each([
  ['a manager at the first restaurant', [manager, employee], [{ isManager: true }], true],
  ['a manager only at the second restaurant', [employee, manager], [{ isManager: true }], false],
  ['a default employee', [defaultEmployee], [{ isDefault: true }], true],
  ['a default employee in place of a manager', [defaultEmployee], [{ isManager: true }], false],
  ['one restaurant in place of two', [manager], [{ isManager: true }, {}], false],
  ['more restaurants than needed', [employee, employee], [{}], true],
])('an account suits if its restaurants have the roles in this order: %s', (_, employees, workplaces, expected) => {
  expect(suits(employees, workplaces)).toBe(expected)
})
