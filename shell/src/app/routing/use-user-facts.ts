import { getBalance } from '@portal/contracts/balance'
import { getSessionBootstrap } from '@portal/contracts/session'
import { apiQuery } from '@portal/shared/http/query'
import type { RemoteRoute, Requirement } from '@portal/shared/manifest'
import { useCurrentEmployee, useSession } from '@portal/shared/session/store'
import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { isAllowed, isRefusalShown, type UserFacts, userFacts } from './requirement.ts'
import { useRouteHandle } from './use-route-handle.ts'

export function useUserFacts(): UserFacts {
  const employee = useCurrentEmployee()
  const { data } = useQuery(apiQuery(getBalance, { params: { restId: employee.restaurant.id } }))
  return userFacts(employee, data, rightsIn(useQueryClient()))
}

/** Also works before the user is known: then no page with a requirement is open. */
export function useIsAllowed(requirement: Requirement | undefined): boolean {
  const client = useQueryClient()
  const employee = useSession((state) => state.currentEmployee)
  // An empty list instead of a disabled query, which would keep an entry for the balance after the end of a session.
  const [balance] = useQueries({
    queries: (employee ? [employee.restaurant.id] : []).map((restId) => apiQuery(getBalance, { params: { restId } })),
  })
  if (requirement === undefined) return true
  return employee !== null && isAllowed(requirement, userFacts(employee, balance?.data, rightsIn(client)))
}

/** Returns the rights of the signed-in user, from the session that is loaded before any page. */
export function rightsIn(client: QueryClient): readonly string[] {
  return client.getQueryData(apiQuery(getSessionBootstrap, {}).queryKey)?.rights ?? []
}

/** `useIsAllowed` for a route, outside of a component. */
export function isPageAllowed(client: QueryClient, { requires }: RemoteRoute): boolean {
  const { currentEmployee } = useSession.getState()
  if (!currentEmployee) return false
  const { queryKey } = apiQuery(getBalance, { params: { restId: currentEmployee.restaurant.id } })
  return isAllowed(requires, userFacts(currentEmployee, client.getQueryData(queryKey), rightsIn(client)))
}

/** «Операции»: the title of the shown page. A page that redirects, or may still turn out to be closed, has no title. */
export function useRouteTitle(): string {
  const handle = useRouteHandle()
  const isAllowedNow = useIsAllowed(handle?.requires)
  return handle && (isAllowedNow || isRefusalShown(handle.requires)) ? handle.title : ''
}
