import { getBalance, getTotalBalance } from '@portal/shared/contracts/balance'
import { listEmployees } from '@portal/shared/contracts/employee'
import { getSessionBootstrap, type SessionBootstrap } from '@portal/shared/contracts/session'
import { call } from '@portal/shared/http/call'
import { apiQuery } from '@portal/shared/http/query'
import { employeesLoaded, signedIn, useSession } from '@portal/shared/session/store'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { takeEarlyBootstrap } from '../remotes/early.ts'

/** User, employees and balances before any page is drawn. Pages find their parts of it under the keys of their own calls. */
export const sessionQuery = queryOptions<SessionBootstrap>({
  ...apiQuery(getSessionBootstrap, {}),
  queryFn: async ({ client }) => {
    const session = (await earlySession()) ?? (await call(getSessionBootstrap, {}))
    spread(client, session)
    // The name may be another since it was stored.
    if (isOwn(session)) signedIn(session.user)
    employeesLoaded(session.employees)
    return session
  },
  // What changes in it is asked for by the calls it was spread over.
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * Null: not asked for early, not a good answer (the ordinary call then says what is wrong), or of whoever was signed in
 * before the login of this page.
 */
async function earlySession(): Promise<SessionBootstrap | null> {
  try {
    const answer = await takeEarlyBootstrap()
    const session = answer?.ok ? getSessionBootstrap.response.parse(await answer.json()) : null
    return session && isOwn(session) ? session : null
  } catch {
    return null
  }
}

function isOwn({ user }: SessionBootstrap): boolean {
  return user.id === useSession.getState().user?.id
}

function spread(client: QueryClient, { employees, balance }: SessionBootstrap): void {
  const { queryKey } = apiQuery(listEmployees, {})
  // How many restaurants there are decides what a page looks like: not to be found out again after some minutes.
  client.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY })
  client.setQueryData(queryKey, { items: employees })
  client.setQueryData(apiQuery(getTotalBalance, {}).queryKey, balance.total)
  for (const [restId, one] of Object.entries(balance.by_restaurant)) {
    client.setQueryData(apiQuery(getBalance, { params: { restId } }).queryKey, one)
  }
}
