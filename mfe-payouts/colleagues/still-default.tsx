import { checkDefault, type Employee, listEmployees } from '@portal/contracts/employee'
import { apiQuery, invalidate } from '@portal/shared/http/query'
import { useQueryClient, useSuspenseQuery } from '@portal/shared/query'
import { restaurantSwitched } from '@portal/shared/session/store'
import { type ReactNode, useEffect } from 'react'

/**
 * The right to transfer may have gone to another employee since the portal was opened, so this checks it before any
 * request that would be forbidden. The shell redirects a user without the right home.
 */
export function StillDefault({ employee, children }: { employee: Employee; children: ReactNode }) {
  const client = useQueryClient()
  const { data } = useSuspenseQuery(apiQuery(checkDefault, { params: { id: employee.id } }))
  const hasLostRight = !data.default

  useEffect(() => {
    if (!hasLostRight) return
    restaurantSwitched({ ...employee, default: false })
    void invalidate(client, listEmployees)
  }, [hasLostRight, employee, client])

  return hasLostRight ? null : children
}
