import { getBalance, getTotalBalance } from '@portal/contracts/balance'
import { listEmployees } from '@portal/contracts/employee'
import type { SessionBootstrap } from '@portal/contracts/session'
import { apiQuery } from '@portal/shared/http/query'
import type { QueryClient } from '@tanstack/react-query'

/**
 * Caches the parts of the session under the keys of the pages' own calls. `updatedAt`: the time of the response in
 * milliseconds.
 */
export function seedQueryCache(
  client: QueryClient,
  { employees, balance }: SessionBootstrap,
  updatedAt = Date.now(),
): void {
  const at = { updatedAt }
  const { queryKey } = apiQuery(listEmployees, {})
  // The number of restaurants decides the layout of a page: it must not be fetched again after some minutes.
  client.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY })
  client.setQueryData(queryKey, { items: employees }, at)
  client.setQueryData(apiQuery(getTotalBalance, {}).queryKey, balance.total, at)
  for (const [restId, one] of Object.entries(balance.by_restaurant)) {
    client.setQueryData(apiQuery(getBalance, { params: { restId } }).queryKey, one, at)
  }
}
