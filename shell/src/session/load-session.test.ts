import { getBalance } from '@portal/contracts/balance'
import { listEmployees } from '@portal/contracts/employee'
import { getSessionBootstrap, type SessionBootstrap } from '@portal/contracts/session'
import { apiQuery } from '@portal/shared/http/query'
import { signedIn, signedOut } from '@portal/shared/session/state/events'
import { useSession } from '@portal/shared/session/store'
import { stub } from '@portal/shared/testing/http-stub'
import { afterEach, expect, test, vi } from 'vitest'
import {
  anna,
  berezka,
  client,
  closePortal,
  createBalance,
  mostNotDefault,
  stubSession,
} from '../testing/open-portal.tsx'
import { sessionQuery } from './load-session.ts'

afterEach(() => {
  vi.useRealTimers()
  closePortal()
})

test('the loaded session caches the restaurants for as long as the portal is open, also while no page shows them', async () => {
  vi.useFakeTimers()
  stubSession([berezka, mostNotDefault])
  await client.fetchQuery(sessionQuery)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(client.getQueryData(apiQuery(listEmployees, {}).queryKey)?.items).toEqual([berezka, mostNotDefault])
})

const session: SessionBootstrap = {
  user: anna,
  employees: [berezka],
  balance: { total: createBalance(1000), by_restaurant: { r1: createBalance(1000) } },
  ends_at: '2099-01-01T00:00:00Z',
  live_seq: 0,
}

test('the loaded session leaves a balance that was fetched since the session was requested', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const balance = apiQuery(getBalance, { params: { restId: 'r1' } })
  stub(getBalance, () => createBalance(2000))
  const response = Promise.withResolvers<SessionBootstrap>()
  stub(getSessionBootstrap, () => response.promise)
  const loaded = client.fetchQuery(sessionQuery)
  vi.setSystemTime(Date.now() + 1000)
  await client.fetchQuery(balance)
  response.resolve(session)
  await loaded
  expect(client.getQueryData(balance.queryKey)?.balance).toBe(2000)
  expect(client.getQueryData(apiQuery(listEmployees, {}).queryKey)?.items).toEqual([berezka])
})

test('the loaded session leaves nothing of a user who has signed out before their session arrived', async () => {
  signedIn(anna)
  const response = Promise.withResolvers<SessionBootstrap>()
  stub(getSessionBootstrap, () => response.promise)
  // Calls the function directly, because the client no longer waits for a query that is removed.
  const loaded = sessionQuery.queryFn?.({ client } as never)
  signedOut({ hasSignedOut: true })
  response.resolve(session)
  await loaded
  expect(client.getQueryData(apiQuery(listEmployees, {}).queryKey)).toBeUndefined()
  expect(useSession.getState().currentEmployee).toBeNull()
})
