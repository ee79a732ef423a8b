import { getBalance } from '@portal/contracts/balance'
import { apiQuery } from '@portal/shared/http/query'
import type { RemoteRoute } from '@portal/shared/manifest'
import { useSession } from '@portal/shared/session/store'
import type { QueryClient } from '@tanstack/react-query'
import { isAllowed, portalContext } from './requirement.ts'
import { rightsIn } from './use-portal-context.ts'

/** Returns whether a page is open to the current employee, outside of a component. */
export function isOpen(client: QueryClient, { requires }: RemoteRoute): boolean {
  const { currentEmployee } = useSession.getState()
  if (!currentEmployee) return false
  const { queryKey } = apiQuery(getBalance, { params: { restId: currentEmployee.restaurant.id } })
  return isAllowed(requires, portalContext(currentEmployee, client.getQueryData(queryKey), rightsIn(client)))
}
