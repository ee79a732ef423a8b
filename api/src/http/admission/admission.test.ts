import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { listenLocally } from '@portal/command/free-ports'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createGatewayProvider } from '../../messages/sms/providers/gateway.ts'
import type { SmsProvider } from '../../messages/sms/providers/provider.ts'
import { createTestApi, pageHeaders, type TestApi, type TestUser } from '../testing/test-api.ts'
import type { AdmissionLimits } from './admission.ts'
import { type HeldLock, holdLock, openPage } from './testing/held-lock.ts'

let api: TestApi
let lock: HeldLock | undefined
afterEach(async () => {
  vi.useRealTimers()
  await release()
  await api.close()
})

/** Makes all further requests of balances wait. */
async function holdBalances(): Promise<HeldLock> {
  lock = await holdLock(api, 'lock table ledger_account in access exclusive mode')
  return lock
}

async function release(): Promise<void> {
  await lock?.release()
  lock = undefined
}

/** Moves the time of requests on by a minute, which is their deadline. */
async function reachDeadline(): Promise<void> {
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
}

async function expectDeadline(response: Promise<Response> | undefined): Promise<void> {
  const rejected = await response
  expect(rejected?.status).toBe(503)
  expect(await rejected?.json()).toMatchObject({ code: 'deadline_exceeded' })
}

/** Sends requests of users. Each user has sent a request before, as an open page does. */
async function start(
  limits: Partial<AdmissionLimits>,
  users: number,
  options: { smsProviders?: SmsProvider[]; env?: Record<string, string> } = {},
) {
  api = await createTestApi({ admissionLimits: { deadlineMs: 60_000, ...limits }, ...options })
  const origin = await api.app.listen({ port: 0, host: '127.0.0.1' })
  const callers: TestUser[] = []
  for (let n = 0; n < users; n += 1) callers.push(await api.createUser({ phone: `+7916000000${n}` }))
  const tokens = await Promise.all(callers.map(async (user) => (await api.signedIn(user)).token))
  const pages = tokens.map((token) => openPage(origin, token))
  for (const [index, page] of pages.entries()) expect((await page(`/user/${callers[index]?.userId}`)).status).toBe(200)
  return { origin, callers, pages, tokens }
}

test('above the slots and the queue the response is 503 with Retry-After, and admitted requests are served', async () => {
  const { origin, pages } = await start({ running: 2, waiting: 1, maxWaitMs: 60_000 }, 4)
  await holdBalances()
  const [first, second, third] = pages.slice(0, 3).map((page) => page('/user/balance'))
  await expect.poll(() => api.app.admission?.count.waiting).toBe(1)

  const rejected = await pages[3]?.('/user/balance')
  expect(rejected?.status).toBe(503)
  expect(rejected?.headers.get('retry-after')).toBe('2')
  expect(await rejected?.json()).toEqual({ code: 'overloaded', message: 'overloaded', retry_after: 2 })
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  await release()
  for (const response of await Promise.all([first, second, third])) expect(response?.status).toBe(200)
  const headers = { authorization: `Bearer ${api.settings.metricsToken}` }
  const metrics = await (await fetch(`${origin}/metrics`, { headers })).text()
  expect(metrics).toContain('portal_requests_rejected_total{priority="session",reason="overloaded"} 1\n')
  expect(metrics).toContain('portal_requests_admission{state="waiting"} 0\n')
})

test('a request about money replaces a list that waits', async () => {
  const { callers, pages } = await start({ running: 1, waiting: 1, maxWaitMs: 60_000 }, 3)
  await holdBalances()
  const [running, list] = [pages[0]?.('/user/balance'), pages[1]?.('/user/billing')]
  await expect.poll(() => api.app.admission?.count.waiting).toBe(1)
  const code = pages[2]?.(`/otp/send/user/${callers[2]?.userId}`, { method: 'POST' })
  expect((await list)?.status).toBe(503)
  await release()
  expect((await running)?.status).toBe(200)
  expect((await code)?.status).toBe(200)
})

test.each([
  ['/user/balance', { running: 4, waiting: 16 }, 'ledger_account'],
  ['/user/payout-bindings', { running: 4, waiting: 16 }, 'payout_binding'],
  ['/user/billing?q=спасибо', { running: 1, waiting: 8 }, 'operation_feed'],
  ['/user/tips/trend', { running: 1, waiting: 8 }, 'employee'],
])(
  'of many requests of %s of one user %o run and wait, the others get 429, and another user is served',
  async (path, limits, table) => {
    const { pages } = await start({ maxWaitMs: 60_000 }, 2)
    lock = await holdLock(api, `lock table ${table} in access exclusive mode`)
    const responses = Array.from({ length: 60 }, () => pages[0]?.(path))
    await expect.poll(() => api.app.admission?.count).toEqual(limits)
    expect((await pages[1]?.('/user/rights'))?.status).toBe(200)

    const rejected = await Promise.any(
      responses.map(async (response) => {
        const settled = await response
        return settled?.status === 429 ? settled : Promise.reject()
      }),
    )
    expect(rejected.headers.get('retry-after')).toBe('1')
    expect(await rejected.json()).toMatchObject({ code: 'too_many_requests', retry_after: 1 })
    await release()
    await Promise.all(responses)
  },
)

test('unknown callers of many addresses take no slot from users and services', async () => {
  const { origin, callers, pages } = await start({ running: 4, waiting: 4, maxWaitMs: 60_000 }, 1, {
    env: { TRUST_PROXY: '127.0.0.1' },
  })
  const signIn = async (address: string, attempt: object) => {
    const response = await fetch(`${origin}/api/v1/login`, {
      method: 'POST',
      headers: { ...pageHeaders, 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(attempt),
    })
    return response.status
  }
  const botnet = Array.from({ length: 20 }, (_, n) => `203.0.113.${n}`)
  lock = await holdLock(api, 'lock table rate_limit in access exclusive mode')
  const attempt = { phoneNumber: callers[0]?.phone, password: 'wrong', _remember_me: false }
  const attempts = botnet.flatMap((address) => [1, 2, 3].map(() => signIn(address, attempt)))
  await expect.poll(() => api.app.admission?.count).toEqual({ running: 1, waiting: 2 })
  const tip = { external_id: randomUUID(), employee_id: callers[0]?.id, amount: 100, paid_at: new Date().toISOString() }
  const tips = fetch(`${origin}/api/v1/ingest/tips`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${api.settings.serviceToken}` },
    body: JSON.stringify({ tips: [tip] }),
  })
  expect((await tips).status).toBe(200)
  expect((await pages[0]?.('/user/balance'))?.status).toBe(200)
  await release()
  expect((await Promise.all(attempts)).filter((status) => status === 503).length).toBeGreaterThan(50)
})

test('a query that runs at the deadline is canceled in the database, and its connection can be used again', async () => {
  const { pages } = await start({}, 1)
  const lock = await holdBalances()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const response = pages[0]?.('/user/balance')
  await expect.poll(() => lock.waiting()).toBe(1)
  await reachDeadline()
  await expectDeadline(response)
  // Long before `lock_timeout`, 20 s in tests, ends the query.
  await expect.poll(() => lock.waiting(), { timeout: 10_000 }).toBe(0)
  await release()
  expect((await pages[0]?.('/user/balance'))?.status).toBe(200)
  expect(api.pool.waitingCount).toBe(0)
})

test('a request that waits for a connection is rejected at its deadline', async () => {
  const { pages } = await start({}, 1)
  // Takes all connections but one, which listens to notifications.
  const clients = await Promise.all(Array.from({ length: api.pool.options.max - 1 }, () => api.pool.connect()))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const response = pages[0]?.('/user/balance')
  await expect.poll(() => api.app.admission?.count.running).toBe(1)
  // The worker of payouts may wait, too.
  await expect.poll(() => api.pool.waitingCount).toBeGreaterThan(0)
  await reachDeadline()
  await expectDeadline(response)
  for (const client of clients) client.release()
  expect((await pages[0]?.('/user/balance'))?.status).toBe(200)
})

test('a read whose caller has left is canceled in the database, and is no failure of the API', async () => {
  const { pages } = await start({}, 1)
  const lock = await holdBalances()
  const leaving = new AbortController()
  const response = pages[0]?.('/user/balance', { signal: leaving.signal })
  await expect.poll(() => lock.waiting()).toBeGreaterThan(0)
  leaving.abort()
  await expect(response).rejects.toThrow()
  await expect.poll(() => lock.waiting()).toBe(0)
  await expect.poll(() => api.logs.some((line) => line.includes('request aborted'))).toBe(true)
  expect(api.logs.filter((line) => line.includes('request failed'))).toEqual([])
})

test('a slow body holds no slot', async () => {
  const { pages, origin } = await start({ running: 1, waiting: 0 }, 1)
  const slow = new AbortController()
  const body = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('{"phoneNumber":')) })
  const login = fetch(`${origin}/api/v1/login`, {
    method: 'POST',
    body,
    duplex: 'half',
    signal: slow.signal,
    headers: { 'content-type': 'application/json' },
  } as RequestInit)
  expect((await pages[0]?.('/user/balance'))?.status).toBe(200)
  expect(api.app.admission?.count.running).toBe(0)
  slow.abort()
  await expect(login).rejects.toThrow()
})

test.each(['/api/v1/user/%62alance', 'http://elsewhere.example/api/v1/user/balance', '/api/v1/user/balance#x'])(
  'the router reads %s as admission does',
  async (target) => {
    const { tokens, origin } = await start({ running: 1, waiting: 0 }, 1)
    const lock = await holdBalances()
    const running = requestStatus(origin, target, { cookie: `session=${tokens[0]}` })
    await expect.poll(() => lock.waiting()).toBeGreaterThan(0)
    expect((await fetch(`${origin}/api/v1/openapi.json`)).status).toBe(503)
    await release()
    expect(await running).toBe(200)
  },
)

/** Sends the target as it is, which `fetch` would normalize. */
async function requestStatus(
  origin: string,
  path: string,
  headers: Record<string, string>,
): Promise<number | undefined> {
  const { hostname, port } = new URL(origin)
  const [response] = await once(request({ hostname, port, path, headers }).end(), 'response')
  response.resume()
  return response.statusCode
}

test('requests that wait for a slow SMS gateway hold no slot', async () => {
  const arrived: (() => void)[] = []
  const gateway = createServer((_request, response) => arrived.push(() => response.end()))
  onTestFinished(() => void gateway.close())
  const provider = createGatewayProvider({ name: 'gateway', url: await listenLocally(gateway), token: 'secret' })
  const { callers, pages } = await start({ running: 2, waiting: 0 }, 4, { smsProviders: [provider] })
  const codes: Promise<Response | undefined>[] = []
  // One after the other, because more concurrent requests than slots would be rejected.
  for (const index of [0, 1, 2]) {
    codes.push(Promise.resolve(pages[index]?.(`/otp/send/user/${callers[index]?.userId}`, { method: 'POST' })))
    await expect.poll(() => arrived.length).toBe(index + 1)
  }
  expect((await pages[3]?.('/user/balance'))?.status).toBe(200)
  for (const respond of arrived) respond()
  for (const code of codes) expect((await code)?.status).toBe(200)
})
