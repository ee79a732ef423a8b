import { getSessionBootstrap } from '@portal/shared/contracts/session'
import { ApiError } from '@portal/shared/http/api-error'
import { apiQuery } from '@portal/shared/http/query'
import { employeesLoaded } from '@portal/shared/session/store'
import type { QueryClient } from '@tanstack/react-query'
import { spreadSession } from '../session/spread-session.ts'
import { readKeptAnswers } from './kept-answers.ts'
import { offlineReads } from './offline-reads.ts'
import { refreshWhenOnline } from './refresh-when-online.ts'

/**
 * After a failure that passes: puts what is kept where the pages look for it, if nothing is there yet, each answer with its own time. By name and not by key: last week's
 * figures are kept under «the week», whatever days that is today. What is not as the contract of now says is left out.
 */
export async function restoreAnswers(client: QueryClient, failure: unknown): Promise<void> {
  const { queryKey: sessionKey } = apiQuery(getSessionBootstrap, {})
  if (!(failure instanceof ApiError && failure.isPassing) || client.getQueryData(sessionKey)) return
  const readsOf = await offlineReads()
  const kept = readKeptAnswers()
  if (!kept) return
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
  client.setQueryData(sessionKey, session, { updatedAt: kept.session.at })
}
