import { type Balance, getBalance } from '@portal/contracts/balance'
import { apiQuery, invalidate } from '@portal/shared/http/query'
import { stub } from '@portal/shared/testing/http-stub'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'

const query = apiQuery(getBalance, { params: { restId: 'r1' } })
const client = new QueryClient()
afterEach(() => client.clear())

/** The server responds with the balance of the time of the request, when the test lets it. */
function stubSlowBalance() {
  const gate = Promise.withResolvers<void>()
  const server = { balance: 100, respond: gate.resolve }
  stub(getBalance, async (): Promise<Balance> => {
    const { balance } = server
    await gate.promise
    return { avg_sum: 0, balance, pending: 0, updated_at: '2026-11-20T10:00:00Z' }
  })
  return server
}

test('fetches again what has changed while it was loaded for the first time', async () => {
  const server = stubSlowBalance()
  const unsubscribe = new QueryObserver(client, query).subscribe(() => {})
  await vi.waitFor(() => expect(client.isFetching()).toBe(1))
  server.balance = 200
  void invalidate(client, getBalance)
  server.respond()
  await vi.waitFor(() => expect(client.getQueryData(query.queryKey)?.balance).toBe(200))
  unsubscribe()
})

test('marks as stale what has changed while it was fetched for a page that is not open yet', async () => {
  const server = stubSlowBalance()
  const prefetched = client.prefetchQuery(query)
  await invalidate(client, getBalance)
  server.respond()
  await prefetched
  await vi.waitFor(() => expect(client.getQueryState(query.queryKey)?.isInvalidated).toBe(true))
})

test('fetches once again what is shown, also where it was being fetched', async () => {
  let requests = 0
  stub(getBalance, () => {
    requests += 1
    return { avg_sum: 0, balance: 100, pending: 0, updated_at: '2026-11-20T10:00:00Z' }
  })
  const unsubscribe = new QueryObserver(client, query).subscribe(() => {})
  await vi.waitFor(() => expect(client.getQueryData(query.queryKey)?.balance).toBe(100))
  void invalidate(client, getBalance)
  await invalidate(client, getBalance)
  expect(client.isFetching()).toBe(0)
  expect(requests).toBe(3)
  unsubscribe()
})
