import { getBalance, getTotalBalance } from '@portal/contracts/balance'
import { listEmployees } from '@portal/contracts/employee'
import type { SessionBootstrap } from '@portal/contracts/session'
import { apiQuery } from '@portal/shared/http/query'
import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Caches the parts of the session under the keys of the pages' own calls, unless those have fetched newer data.
 * `updatedAt`: when the session was current, in milliseconds.
 */
export function seedQueryCache(
  client: QueryClient,
  { employees, balance }: SessionBootstrap,
  updatedAt = Date.now(),
): void {
  const seed = (queryKey: QueryKey, data: unknown) => {
    if ((client.getQueryState(queryKey)?.dataUpdatedAt ?? 0) <= updatedAt)
      client.setQueryData(queryKey, data, { updatedAt })
  }
  const { queryKey } = apiQuery(listEmployees, {})
  // The number of restaurants decides the layout of a page: it must not be fetched again after some minutes.
  client.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY })
  seed(queryKey, { items: employees })
  seed(apiQuery(getTotalBalance, {}).queryKey, balance.total)
  for (const [restId, one] of Object.entries(balance.by_restaurant)) {
    seed(apiQuery(getBalance, { params: { restId } }).queryKey, one)
  }
}
