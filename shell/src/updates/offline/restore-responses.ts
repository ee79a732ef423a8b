import { getSessionBootstrap } from '@portal/contracts/session'
import { deviceTime } from '@portal/shared/http/clock'
import { isOnline, onNetworkChange } from '@portal/shared/http/online'
import { apiQuery } from '@portal/shared/http/query'
import { employeesLoaded } from '@portal/shared/session/state/events'
import type { QueryClient } from '@tanstack/react-query'
import { seedQueryCache } from '../../session/seed-query-cache.ts'
import { offlineReads } from './offline-reads.ts'
import { readStoredResponses } from './stored-responses.ts'

/** The time of the restored session. A session that was loaded later has another time. */
let restoredAt: number | undefined

/** Returns whether the session with this time (milliseconds) was restored. */
export function isRestored(updatedAt: number): boolean {
  return updatedAt === restoredAt
}

/**
 * Restores the stored responses into the query cache, each with its own time, unless the session has loaded meanwhile.
 * Finds them by name instead of by key, so that yesterday's week is shown where today's is requested. Leaves out what
 * does not match the current contract.
 */
export async function restoreResponses(client: QueryClient): Promise<void> {
  const toReads = await offlineReads()
  const { queryKey: sessionKey } = apiQuery(getSessionBootstrap, {})
  const stored = readStoredResponses()
  if (!stored || client.getQueryData(sessionKey)) return
  const session = getSessionBootstrap.response.parse(stored.session.data)
  restoredAt = deviceTime(stored.session.at)
  seedQueryCache(client, session, restoredAt)
  // The restaurant decides what day it is there.
  employeesLoaded(session.employees)
  for (const [restId, responses] of Object.entries(stored.restaurants)) {
    for (const [name, { queryKey, meta }] of Object.entries(toReads(restId))) {
      const response = responses[name]
      const read = meta?.endpoint.response?.safeParse(response?.data)
      if (response && read?.success) client.setQueryData(queryKey, read.data, { updatedAt: deviceTime(response.at) })
    }
  }
  refreshWhenOnline(client)
  client.setQueryData(sessionKey, session, { updatedAt: restoredAt })
}

let isListening = false

/** Fetches everything again when the network returns, because no hints arrived meanwhile. Runs once per page. */
export function refreshWhenOnline(client: QueryClient): void {
  if (isListening) return
  isListening = true
  onNetworkChange(() => {
    if (isOnline()) void client.invalidateQueries()
  })
}
