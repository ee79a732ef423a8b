import { getSessionBootstrap, type SessionBootstrap, type User } from '@portal/contracts/session'
import { localStore } from '@portal/shared/browser-storage'
import { serverTime } from '@portal/shared/http/clock'
import { isOnline, onNetworkChange } from '@portal/shared/http/online'
import { apiQuery } from '@portal/shared/http/query'
import type { OfflineReads } from '@portal/shared/remote'
import { useSession } from '@portal/shared/session/store'
import type { QueryClient } from '@tanstack/react-query'
import { STORED_RESPONSES_KEY } from '../../session/session-events.ts'
import { offlineReads } from './offline-reads.ts'
import {
  readStoredResponses,
  type StoredResponse,
  type StoredResponses,
  writeStoredResponses,
} from './stored-responses.ts'

/** Responses arrive in groups, which are written together. */
const WRITE_DELAY_MS = 500

/**
 * Stores the last successful responses of the restaurant that is shown, and fetches those that no page has requested
 * yet.
 */
export async function storeResponses(client: QueryClient): Promise<void> {
  const toReads = await offlineReads()
  let timer: ReturnType<typeof setTimeout> | undefined

  function scheduleWrite(): void {
    if (timer) return
    timer = setTimeout(() => {
      timer = undefined
      const responses = currentResponses(client, toReads)
      if (responses) writeStoredResponses(responses)
    }, WRITE_DELAY_MS)
  }

  function prefetchAll(): void {
    const restId = useSession.getState().currentEmployee?.restaurant.id
    if (restId === undefined) return
    for (const query of Object.values(toReads(restId)))
      void client.prefetchQuery({ ...query, ...(query.meta && { meta: { ...query.meta, isPrefetch: true } }) })
    scheduleWrite()
  }

  client
    .getQueryCache()
    .subscribe((event) => event.type === 'updated' && event.action.type === 'success' && scheduleWrite())
  useSession.subscribe((now, before) => now.currentEmployee !== before.currentEmployee && prefetchAll())
  onNetworkChange(() => isOnline() && prefetchAll())
  prefetchAll()
}

function currentResponses(client: QueryClient, toReads: (restId: string) => OfflineReads): StoredResponses | null {
  const { user, currentEmployee } = useSession.getState()
  const session = cachedResponse<SessionBootstrap>(client, apiQuery(getSessionBootstrap, {}))
  if (!user || !currentEmployee || session?.data.user.id !== user.id) return null
  if (typeof session.data.locks_after === 'number') {
    // A lock cannot protect a portal that is read without a network, so nothing is stored.
    localStore.removeItem(STORED_RESPONSES_KEY)
    return null
  }
  const until = session.data.ends_at
  if (!until) return null
  const shown = currentEmployee.restaurant.id
  const before = readStoredResponses()?.restaurants
  const restaurants = session.data.employees.map(({ restaurant: { id } }) => [
    id,
    { ...before?.[id], ...(id === shown && cachedResponses(client, toReads(id))) },
  ])
  return {
    userId: user.id,
    until,
    session: { at: session.at, data: { ...session.data, user: withoutContacts(session.data.user) } },
    restaurants: Object.fromEntries(restaurants),
  }
}

/** No page that opens without a network shows them. */
function withoutContacts(user: User): User {
  return { ...user, phone_masked: '', photo_url: null }
}

function cachedResponses(client: QueryClient, reads: OfflineReads): Record<string, StoredResponse> {
  const responses = Object.entries(reads).map(([name, query]) => [name, cachedResponse(client, query)] as const)
  return Object.fromEntries(responses.filter(([, response]) => response !== null)) as Record<string, StoredResponse>
}

/** Stores only the fields of the page's contract: the cache contains the response as it was received. */
function cachedResponse<T>(
  client: QueryClient,
  { queryKey, meta }: OfflineReads[string],
): { data: T; at: number } | null {
  const state = client.getQueryState(queryKey)
  const read = meta?.endpoint.response?.safeParse(state?.data)
  return state && read?.success ? { data: read.data as T, at: serverTime(state.dataUpdatedAt) } : null
}
