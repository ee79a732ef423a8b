import type { Endpoint, ResponseOf } from '@portal/contracts/endpoint'
import { type CallRequest, call } from '@portal/shared/http/call'
import { type QueryClient, queryOptions } from '@tanstack/react-query'

declare module '@tanstack/react-query' {
  interface Register {
    /** The contract goes with each query, to check a stored response. */
    queryMeta: { endpoint: Endpoint; inAdvance?: boolean }
  }
}

/**
 * `useSuspenseQuery(apiQuery(getBalance, { params: { restId } }))`: two remotes with the same request share one cache
 * entry.
 */
export function apiQuery<E extends Endpoint>(endpoint: E, request: CallRequest<E>) {
  return queryOptions<ResponseOf<E>>({
    queryKey: [endpoint.path, request.params ?? {}, request.query ?? {}],
    queryFn: ({ signal, meta }) => call(endpoint, request, { signal, inAdvance: meta?.inAdvance }),
    meta: { endpoint },
  })
}

/** Fetches everything of these endpoints again that is on the screen, and marks the rest as stale. */
export function invalidate(client: QueryClient, ...endpoints: readonly Endpoint[]): Promise<void> {
  const paths = new Set<unknown>(endpoints.map((endpoint) => endpoint.path))
  return client.invalidateQueries({ predicate: (query) => paths.has(query.queryKey[0]) })
}
