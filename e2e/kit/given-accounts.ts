import type { APIRequest } from '@playwright/test'
import type { SessionBootstrap } from '@portal/contracts/session'
import { callApi } from './api.ts'
import { type People, type PlaceOptions, Unavailable, type Waiter } from './people.ts'
import type { Account } from './target.ts'

/**
 * Returns users who exist at the portal. Tests share them, even concurrently, so such a test must not expect an empty
 * history or an exact balance.
 */
export function givenAccounts(newRequest: APIRequest, origin: string, accounts: readonly Account[]): People {
  return {
    async newWaiter(_name, places = [{}]) {
      for (const account of accounts) {
        const waiter = await signedIn(newRequest, origin, account)
        if (suits(waiter.employees, places)) return waiter.waiter
      }
      throw new Unavailable(`No account of E2E_ACCOUNTS is ${describe(places)}`)
    },
    end: async () => {},
  }
}

type Employees = SessionBootstrap['employees']

async function signedIn(
  newRequest: APIRequest,
  origin: string,
  { phone, password }: Account,
): Promise<{ waiter: Waiter; employees: Employees }> {
  const request = await newRequest.newContext()
  try {
    await callApi(request, origin, '/login', { data: { phoneNumber: phone, password } })
    const { user, employees } = await callApi<SessionBootstrap>(request, origin, '/session/bootstrap', {
      method: 'GET',
    })
    await callApi(request, origin, '/logout')
    const places = employees.map(({ id, restaurant }) => ({
      restId: restaurant.id,
      restaurant: restaurant.name,
      employeeId: id,
    }))
    return { waiter: { id: user.id, name: user.name, phone, password, places }, employees }
  } finally {
    await request.dispose()
  }
}

function suits(employees: Employees, places: readonly PlaceOptions[]): boolean {
  return (
    employees.length >= places.length &&
    places.every(({ isDefault, isManager }) =>
      employees.some((employee) => (!isDefault || employee.default) && (!isManager || employee.manager)),
    )
  )
}

function describe(places: readonly PlaceOptions[]): string {
  const roles = places.flatMap(({ isDefault, isManager }) => [
    ...(isDefault ? ['a default employee'] : []),
    ...(isManager ? ['a manager'] : []),
  ])
  return [...new Set(roles), `at ${places.length} or more restaurants`].join(', ')
}
