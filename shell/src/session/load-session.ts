import { getSessionBootstrap, type SessionBootstrap } from '@portal/contracts/session'
import { call } from '@portal/shared/http/call'
import { correctClock } from '@portal/shared/http/clock'
import { apiQuery } from '@portal/shared/http/query'
import { asReceived, responseReader } from '@portal/shared/http/read-response'
import { employeesLoaded, signedIn } from '@portal/shared/session/state/events'
import { useSession } from '@portal/shared/session/store'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { takeEarlyBootstrap } from './early.ts'
import { seedQueryCache } from './seed-query-cache.ts'

/** After this time the user reads what the browser has stored, while the session still loads. */
const NETWORK_TIMEOUT_MS = 3500

let restoreStored: ((client: QueryClient) => Promise<void>) | undefined

/** Sets the function that shows stored responses while the session does not load. */
export function restoreSessionBy(restore: (client: QueryClient) => Promise<void>): void {
  restoreStored = restore
}

/** Loads user, employees and balances before any page is drawn. */
export const sessionQuery = queryOptions<SessionBootstrap>({
  ...apiQuery(getSessionBootstrap, {}),
  queryFn: async ({ client }) => {
    const startedAt = Date.now()
    const { user } = useSession.getState()
    const waiting = setTimeout(showStored, NETWORK_TIMEOUT_MS, client)
    try {
      const session = (await earlySession()) ?? asReceived(await call(getSessionBootstrap, {}))
      // The user has signed out meanwhile, so nothing of theirs is stored.
      if (user && useSession.getState().user?.id !== user.id) return session
      seedQueryCache(client, session, startedAt)
      // The name may have changed since it was stored.
      if (isOwn(session)) signedIn(session.user)
      employeesLoaded(session.employees)
      return session
    } catch (failure) {
      await showStored(client)
      throw failure
    } finally {
      clearTimeout(waiting)
    }
  },
  // Never stale: the queries that it fills fetch later changes themselves.
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * Returns null when it was not requested early, did not succeed (the ordinary call then reports why), or is of the user
 * signed in before the login of this page.
 */
async function earlySession(): Promise<SessionBootstrap | null> {
  try {
    const response = await takeEarlyBootstrap()
    correctClock(Date.parse(response?.headers.get('date') ?? ''))
    const session = response?.ok ? responseReader(getSessionBootstrap)(await response.json()) : null
    return session && isOwn(session) ? asReceived(session) : null
  } catch {
    return null
  }
}

/** Shows the last stored responses, if nothing is shown yet. */
async function showStored(client: QueryClient): Promise<void> {
  try {
    await restoreStored?.(client)
  } catch {}
}

function isOwn({ user }: SessionBootstrap): boolean {
  return user.id === useSession.getState().user?.id
}
