import { getSessionBootstrap } from '@portal/contracts/session'
import { apiQuery } from '@portal/shared/http/query'
import { employeesLoaded } from '@portal/shared/session/store'
import type { QueryClient } from '@tanstack/react-query'
import { spreadSession } from '../session/spread-session.ts'
import { readKeptAnswers } from './kept-answers.ts'
import { offlineReads } from './offline-reads.ts'
import { refreshWhenOnline } from './refresh-when-online.ts'

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
export async function restoreAnswers(client: QueryClient): Promise<void> {
  const readsOf = await offlineReads()
  const { queryKey: sessionKey } = apiQuery(getSessionBootstrap, {})
  const kept = readKeptAnswers()
  if (!kept || client.getQueryData(sessionKey)) return
  const session = getSessionBootstrap.response.parse(kept.session.data)
  spreadSession(client, session, kept.session.at)
  // Whose restaurant it is says what day it is there.
  employeesLoaded(session.employees)
  for (const [restId, answers] of Object.entries(kept.restaurants)) {
    for (const [name, { queryKey, meta }] of Object.entries(readsOf(restId))) {
      const answer = answers[name]
      const read = meta?.endpoint.response?.safeParse(answer?.data)
      if (answer && read?.success) client.setQueryData(queryKey, read.data, { updatedAt: answer.at })
    }
  }
  refreshWhenOnline(client)
  restoredAt = kept.session.at
  client.setQueryData(sessionKey, session, { updatedAt: restoredAt })
}
