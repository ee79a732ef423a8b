import type { APIRequest } from '@playwright/test'
import type { SessionBootstrap } from '@portal/contracts/session'
import { callApi } from './api.ts'
import type { Account } from './target.ts'
import { type TestUser, Unavailable, type Users, type WorkplaceOptions } from './users.ts'

/**
 * Returns users who exist at the portal. Tests share them, even concurrently, so such a test must not expect an empty
 * history or an exact balance.
 */
export function givenAccounts(newRequest: APIRequest, origin: string, accounts: readonly Account[]): Users {
  return {
    async newUser(_name, workplaces = [{}]) {
      for (const account of accounts) {
        const { user, employees } = await readAccount(newRequest, origin, account)
        if (suits(employees, workplaces)) return user
      }
      throw new Unavailable(`No account of E2E_ACCOUNTS is ${describe(workplaces)}`)
    },
    end: async () => {},
  }
}

/** Signs in for a moment, to read who the user of an account is. */
async function readAccount(
  newRequest: APIRequest,
  origin: string,
  { phone, password }: Account,
): Promise<{ user: TestUser; employees: SessionBootstrap['employees'] }> {
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

/** The restaurants are compared in their order, because the menu shows the first one. */
export function suits(
  employees: readonly { default: boolean; manager: boolean }[],
  workplaces: readonly WorkplaceOptions[],
): boolean {
  return workplaces.every(({ isDefault, isManager }, index) => {
    const employee = employees[index]
    return employee && (!isDefault || employee.default) && (!isManager || employee.manager)
  })
}

/** Returns `manager at restaurant 1`. */
function describe(workplaces: readonly WorkplaceOptions[]): string {
  const roles = workplaces.map(({ isDefault, isManager }, index) => {
    const names = [...(isDefault ? ['default employee'] : []), ...(isManager ? ['manager'] : [])]
    return `${names.join(' and ') || 'employee'} at restaurant ${index + 1}`
  })
  return roles.join(', ')
}
