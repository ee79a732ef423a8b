import { getSessionBootstrap } from '@portal/contracts/session'
import { apiQuery } from '@portal/shared/http/query'
import { employeesLoaded } from '@portal/shared/session/store'
import type { QueryClient } from '@tanstack/react-query'
import { seedQueryCache } from '../session/seed-query-cache.ts'
import { offlineReads } from './offline-reads.ts'
import { refreshWhenOnline } from './refresh-when-online.ts'
import { readStoredResponses } from './stored-responses.ts'

/** The time of the restored session; another one has another time. */
let restoredAt: number | undefined

/** Whether the session of this time (milliseconds) is one that was kept. */
export function isRestored(updatedAt: number): boolean {
  return updatedAt === restoredAt
}

/**
 * Puts what is kept where the pages look for it, each answer with its own time, unless the session has come by itself. By
 * name and not by key: yesterday's week is shown where today's is asked for. What is not as the contract of now says is
 * left out.
 */
export async function restoreResponses(client: QueryClient): Promise<void> {
  const readsOf = await offlineReads()
  const { queryKey: sessionKey } = apiQuery(getSessionBootstrap, {})
  const stored = readStoredResponses()
  if (!stored || client.getQueryData(sessionKey)) return
  const session = getSessionBootstrap.response.parse(stored.session.data)
  seedQueryCache(client, session, stored.session.at)
  // Whose restaurant it is says what day it is there.
  employeesLoaded(session.employees)
  for (const [restId, responses] of Object.entries(stored.restaurants)) {
    for (const [name, { queryKey, meta }] of Object.entries(readsOf(restId))) {
      const response = responses[name]
      const read = meta?.endpoint.response?.safeParse(response?.data)
      if (response && read?.success) client.setQueryData(queryKey, read.data, { updatedAt: response.at })
    }
  }
  refreshWhenOnline(client)
  restoredAt = stored.session.at
  client.setQueryData(sessionKey, session, { updatedAt: restoredAt })
}
