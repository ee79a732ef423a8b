import { getBalance } from '@portal/contracts/balance'
import { getSessionBootstrap } from '@portal/contracts/session'
import { apiQuery } from '@portal/shared/http/query'
import type { Requirement } from '@portal/shared/manifest'
import { useCurrentEmployee, useSession } from '@portal/shared/session/store'
import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { isAllowed, type PortalContext, portalContext } from './requirement.ts'

export function usePortalContext(): PortalContext {
  const employee = useCurrentEmployee()
  const { data } = useQuery(apiQuery(getBalance, { params: { restId: employee.restaurant.id } }))
  return portalContext(employee, data, rightsIn(useQueryClient()))
}

/** Also works before the user is known: then no page with a requirement is open. */
export function useIsAllowed(requirement: Requirement | undefined): boolean {
  const client = useQueryClient()
  const employee = useSession((state) => state.currentEmployee)
  // Without a user the balance is not even a query: no user's data may remain after the end of a session.
  const [balance] = useQueries({
    queries: (employee ? [employee.restaurant.id] : []).map((restId) => apiQuery(getBalance, { params: { restId } })),
  })
  if (requirement === undefined) return true
  return employee !== null && isAllowed(requirement, portalContext(employee, balance?.data, rightsIn(client)))
}

/** Returns the rights of the signed-in user, from the session that is loaded before any page. */
export function rightsIn(client: QueryClient): readonly string[] {
  return client.getQueryData(apiQuery(getSessionBootstrap, {}).queryKey)?.rights ?? []
}
