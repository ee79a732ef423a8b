import type { Endpoint, ResponseOf } from '@portal/contracts/endpoint'
import { type CallRequest, call } from '@portal/shared/http/call'
import { asReceived, responseReader } from '@portal/shared/http/read-response'
import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'

declare module '@tanstack/react-query' {
  interface Register {
    /** Each query carries its contract, by which a stored response is checked. */
    queryMeta: { endpoint: Endpoint; isPrefetch?: boolean }
  }
}

/**
 * `useSuspenseQuery(apiQuery(getBalance, { params: { restId } }))`: two remotes with the same request share one cache
 * entry. It has the response as it was received, and each remote parses it by its own contract.
 */
export function apiQuery<E extends Endpoint>(endpoint: E, request: CallRequest<E>) {
  return queryOptions<ResponseOf<E>>({
    queryKey: [endpoint.path, request.params ?? {}, request.query ?? {}],
    queryFn: async ({ signal, meta }) =>
      asReceived(await call(endpoint, request, { signal, isPrefetch: meta?.isPrefetch })),
    select: responseReader(endpoint),
    meta: { endpoint },
  })
}

/** Fetches again the responses of these endpoints that are on the screen, and marks their other responses as stale. */
export function invalidate(client: QueryClient, ...endpoints: readonly Endpoint[]): Promise<void> {
  const paths = new Set<unknown>(endpoints.map((endpoint) => endpoint.path))
  const predicate = ({ queryKey }: { queryKey: QueryKey }) => paths.has(queryKey[0])
  // The first response of a query may be older than the change,
  // and the client waits for it instead of requesting another.
  for (const query of client.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' })) {
    const { queryKey, state } = query
    if (state.data !== undefined) continue
    query.fetch().then(
      () => client.invalidateQueries({ queryKey, exact: true }),
      () => {},
    )
  }
  return client.invalidateQueries({ predicate })
}
