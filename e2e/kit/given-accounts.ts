import type { APIRequest } from '@playwright/test'
import type { SessionBootstrap } from '@portal/contracts/session'
import { callApi } from './api.ts'
import type { Account } from './target.ts'
import { type TestUser, Unavailable, type Users, type WorkplaceOptions } from './users.ts'

type Known = { user: TestUser; employees: SessionBootstrap['employees'] }

/** Who the accounts are, by their phones: signing in for each test would take longer, and is limited. */
const known = new Map<string, Promise<Known>>()

/**
 * Returns users who exist at the portal, in one test each of them once. Tests share them, even concurrently, so such a
 * test must not expect an empty history or an exact balance.
 */
export function givenAccounts(newRequest: APIRequest, origin: string, accounts: readonly Account[]): Users {
  const taken = new Set<string>()
  return {
    async newUser(_name, workplaces = [{}]) {
      for (const [index, account] of accounts.entries()) {
        const reading = known.get(account.phone) ?? readAccount(newRequest, origin, account)
        known.set(account.phone, reading)
        const { user, employees } = await reading.catch((error: Error) => {
          throw new Error(`Account ${index + 1} of E2E_ACCOUNTS cannot sign in: ${error.message}`)
        })
        if (taken.has(user.id) || !suits(employees, workplaces)) continue
        taken.add(user.id)
        return user
      }
      throw new Unavailable(`No${taken.size > 0 ? ' other' : ''} account of E2E_ACCOUNTS is ${describe(workplaces)}`)
    },
    end: async () => {},
  }
}

/** Signs in for a moment, to read who the user of an account is. */
async function readAccount(newRequest: APIRequest, origin: string, { phone, password }: Account): Promise<Known> {
  const request = await newRequest.newContext()
  try {
    await callApi(request, origin, '/login', { data: { phoneNumber: phone, password } })
    const { user, employees } = await callApi<SessionBootstrap>(request, origin, '/session/bootstrap', {
      method: 'GET',
    })
    await callApi(request, origin, '/logout')
    const workplaces = employees.map(({ id, restaurant }) => ({
      restId: restaurant.id,
      restaurant: restaurant.name,
      employeeId: id,
    }))
    return { user: { id: user.id, name: user.name, phone, password, workplaces }, employees }
  } finally {
    await request.dispose()
  }
}

type Employee = { default: boolean; manager: boolean; restaurant: { id: string } }

/** The restaurants are compared in their order, because the menu shows the first one. */
export function suits(employees: readonly Employee[], workplaces: readonly WorkplaceOptions[]): boolean {
  return workplaces.every(({ isDefault, isManager, beside }, index) => {
    const employee = employees[index]
    if (!employee || (beside && employee.restaurant.id !== beside.restId)) return false
    return (!isDefault || employee.default) && (!isManager || employee.manager)
  })
}

/** Returns `manager at restaurant 1`. */
function describe(workplaces: readonly WorkplaceOptions[]): string {
  const roles = workplaces.map(({ isDefault, isManager, beside }, index) => {
    const names = [...(isDefault ? ['default employee'] : []), ...(isManager ? ['manager'] : [])]
    return `${names.join(' and ') || 'employee'} at ${beside?.restaurant ?? `restaurant ${index + 1}`}`
  })
  return roles.join(', ')
}
