import { getBalance } from '@portal/contracts/balance'
import { getSessionBootstrap } from '@portal/contracts/session'
import { correctClock } from '@portal/shared/http/clock'
import { apiQuery } from '@portal/shared/http/query'
import { NetworkError, stub } from '@portal/shared/testing/http-stub'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  anna,
  berezka,
  client,
  closePortal,
  createBalance,
  openPortal,
  stubSession,
} from '../../testing/open-portal.tsx'
import type { StoredResponses } from './stored-responses.ts'

// Federation needs a browser and a build, so the tests provide the page that it would load.
vi.mock('../../remotes/load-page.ts', () => ({
  loadPage: async (_: string, path: string) => ({ Component: () => <h2>Страница {path}</h2> }),
  loadPageAhead: () => {},
}))

const boris = { ...anna, id: 'u2', name: 'Борис Ким' }
const balanceKey = apiQuery(getBalance, { params: { restId: 'r1' } }).queryKey
const at = Date.parse('2026-11-20T12:04:00Z')

beforeEach(() => stubSession([berezka]))
afterEach(closePortal)

function storedResponses(): StoredResponses | null {
  return JSON.parse(localStorage.getItem('chaevye:answers') ?? 'null')
}

/** Opens the portal and returns the responses that the browser has stored. */
async function visit(): Promise<StoredResponses> {
  openPortal('/')
  await screen.findByText('Страница /')
  await vi.waitFor(() => expect(storedResponses()?.restaurants.r1).toHaveProperty('shell/balance'), { timeout: 60_000 })
  const responses = storedResponses()
  if (!responses) throw new Error('Nothing was stored')
  return responses
}

const failNetwork = () => {
  throw new NetworkError()
}

/** Starts the portal again with these responses in the storage. */
function startWithoutNetwork(
  responses: StoredResponses,
  user = anna,
  bootstrap: () => Promise<never> = failNetwork,
): void {
  closePortal()
  stub(getSessionBootstrap, bootstrap)
  openPortal('/', user)
  localStorage.setItem('chaevye:answers', JSON.stringify(responses))
}

const withBalance = (responses: StoredResponses, data: unknown): StoredResponses => ({
  ...responses,
  restaurants: { r1: { ...responses.restaurants.r1, 'shell/balance': { data, at } } },
})

test('the portal shows the last responses without a network, each with its own time', async () => {
  startWithoutNetwork(withBalance(await visit(), createBalance(750)))
  await screen.findByText('Страница /')
  expect(client.getQueryData(balanceKey)?.balance).toBe(750)
  expect(client.getQueryState(balanceKey)?.dataUpdatedAt).toBe(at)
  expect(await screen.findByText('Портал не отвечает')).toBeDefined()
})

test('the portal shows the last responses when the network is slow', async () => {
  const responses = withBalance(await visit(), createBalance(750))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  startWithoutNetwork(responses, anna, () => new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(3000)
  expect(screen.queryByText('Страница /')).toBeNull()
  // What has begun on this clock ends on it.
  await vi.advanceTimersByTimeAsync(5000)
  vi.useRealTimers()
  await screen.findByText('Страница /')
  expect(client.getQueryData(balanceKey)?.balance).toBe(750)
  expect(await screen.findByText('Новые данные загружаются')).toBeDefined()
})

test('the portal stores neither the phone of the user, not even masked, nor their picture', async () => {
  const { session } = await visit()
  expect(session.data).toMatchObject({ user: { name: 'Анна Смирнова', phone_masked: '', photo_url: null } })
})

test('the portal stores no field that the contract of its page does not know', async () => {
  const withPhone = { ...createBalance(1000), phone: '+79000000001' }
  stub(getBalance, () => withPhone)
  openPortal('/')
  await screen.findByText('Страница /')
  client.setQueryData(balanceKey, withPhone)
  await vi.waitFor(() => expect(storedResponses()?.restaurants.r1).toHaveProperty('shell/balance'), { timeout: 60_000 })
  expect(storedResponses()?.restaurants.r1?.['shell/balance']?.data).toEqual(createBalance(1000))
})

test('the portal reads the times of responses and of the session by the clock of the portal, when the phone is a year ahead', async () => {
  const responses = withBalance(await visit(), createBalance(750))
  const yearAheadMs = Date.now() - at
  correctClock(at + 60_000)
  startWithoutNetwork({ ...responses, until: '2026-11-20T13:00:00Z' })
  await screen.findByText('Страница /')
  expect(client.getQueryData(balanceKey)?.balance).toBe(750)
  expect(client.getQueryState(balanceKey)?.dataUpdatedAt).toBeCloseTo(at + yearAheadMs - 60_000, -4)
  correctClock(Date.now())
})

test.each([
  ['in a session that has ended', { until: '2026-01-01T00:00:00Z' }, anna],
  ['of another user', {}, boris],
])('the portal does not show and removes responses %s', async (_, changed, user) => {
  startWithoutNetwork({ ...(await visit()), ...changed }, user)
  expect(await screen.findByText('Не удалось загрузить данные')).toBeDefined()
  expect(storedResponses()).toBeNull()
})

test('the portal leaves out a response that does not match the contract', async () => {
  startWithoutNetwork(withBalance(await visit(), { sum: 750 }))
  await screen.findByText('Страница /')
  // The one that came with the session.
  expect(client.getQueryData(balanceKey)?.balance).toBe(1000)
})

test('the portal stores nothing more in a tab that does not know yet that another has signed out', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await visit()
  localStorage.clear()
  act(() => void client.setQueryData(balanceKey, createBalance(900)))
  await vi.advanceTimersByTimeAsync(5000)
  vi.useRealTimers()
  expect(storedResponses()).toBeNull()
})
