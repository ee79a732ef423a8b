import { checkDefault, type Employee, listEmployees } from '@portal/contracts/employee'
import { apiQuery, invalidate } from '@portal/shared/http/query'
import { useQueryClient, useSuspenseQuery } from '@portal/shared/query'
import { restaurantSwitched } from '@portal/shared/session/store'
import { type ReactNode, useEffect } from 'react'

/**
 * The right to transfer may have gone to another employee since the portal was opened: checks before any request that
 * would be forbidden. Without the right the shell redirects the user home, as any user without it.
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
