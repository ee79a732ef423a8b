import { getBalance } from '@portal/shared/contracts/balance'
import { apiQuery } from '@portal/shared/http/query'
import type { PortalContext } from '@portal/shared/remote'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { useQuery } from '@tanstack/react-query'
import { portalContext } from './requirement.ts'

export function usePortalContext(): PortalContext {
  const employee = useCurrentEmployee()
  const { data } = useQuery(apiQuery(getBalance, { params: { restId: employee.restaurant.id } }))
  return portalContext(employee, data)
}
