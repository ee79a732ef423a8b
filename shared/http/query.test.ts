import { type Balance, getBalance } from '@portal/contracts/balance'
import { endpoint } from '@portal/contracts/endpoint'
import { call } from '@portal/shared/http/call'
import { apiQuery, invalidate } from '@portal/shared/http/query'
import { asReceived } from '@portal/shared/http/read-response'
import { ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'

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
  await vi.waitFor(() => expect(client.isFetching()).toBe(1), 60_000)
  server.balance = 200
  void invalidate(client, getBalance)
  server.respond()
  await vi.waitFor(() => expect(client.getQueryData(query.queryKey)?.balance).toBe(200), 60_000)
  unsubscribe()
})

test('marks as stale what has changed while it was fetched for a page that is not open yet', async () => {
  const server = stubSlowBalance()
  const prefetched = client.prefetchQuery(query)
  await invalidate(client, getBalance)
  server.respond()
  await prefetched
  await vi.waitFor(() => expect(client.getQueryState(query.queryKey)?.isInvalidated).toBe(true), 60_000)
})

test('fetches once again what is shown, also where it was being fetched', async () => {
  let requests = 0
  stub(getBalance, () => {
    requests += 1
    return { avg_sum: 0, balance: 100, pending: 0, updated_at: '2026-11-20T10:00:00Z' }
  })
  const unsubscribe = new QueryObserver(client, query).subscribe(() => {})
  await vi.waitFor(() => expect(client.getQueryData(query.queryKey)?.balance).toBe(100), 60_000)
  void invalidate(client, getBalance)
  await invalidate(client, getBalance)
  expect(client.isFetching()).toBe(0)
  expect(requests).toBe(3)
  unsubscribe()
})

describe('two remotes whose contracts of a call differ', () => {
  const request = { params: { restId: 'r1' } }
  const older = endpoint({ ...getBalance, response: z.object({ balance: z.number() }) })
  const newer = endpoint({ ...getBalance, response: z.object({ balance: z.number(), bonus: z.number() }) })
  const received = { balance: 100, bonus: 7 }
  const queryBy = (contract: typeof older | typeof newer) => apiQuery(contract as typeof newer, request)

  test.each([
    ['older', older],
    ['newer', newer],
  ])('read each its own fields of the response that the %s one has fetched', async (_, fetching) => {
    stub(newer, () => received)
    await client.fetchQuery(queryBy(fetching))
    stub(newer, () => {
      throw new ProblemResponse(500, 'fetched_twice')
    })
    const shown = (contract: typeof older | typeof newer) =>
      new QueryObserver(client, { ...queryBy(contract), staleTime: 60_000 }).getCurrentResult().data
    expect([shown(older), shown(newer)]).toEqual([{ balance: 100 }, received])
  })

  test('read it once, so that what they show stays the same object', async () => {
    stub(newer, () => received)
    const query = apiQuery(older, request)
    const response = await client.fetchQuery(query)
    const shown = () => new QueryObserver(client, query).getCurrentResult().data
    expect(shown()).toBe(shown())
    expect(query.select).toBe(apiQuery(older, { params: { restId: 'r2' } }).select)
    expect(response).toEqual(received)
  })

  test('write the response to a change with all of its fields', async () => {
    stub(newer, () => received)
    const { queryKey } = apiQuery(older, request)
    client.setQueryData(queryKey, asReceived(await call(older, request)))
    expect(new QueryObserver(client, apiQuery(newer, request)).getCurrentResult().data).toEqual(received)
  })
})
