import { createServer } from 'node:http'
import { listenLocally } from '@portal/command/free-ports'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pageHeaders, type TestApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { earn } from '../../money/ledger/testing/test-ledger.ts'
import { Stream } from './stream.ts'
import { openStream, startLive } from './testing/live-api.ts'

let api: TestApi
let anna: TestUser
let browser: TestBrowser
let address: string
beforeEach(async () => {
  ;({ api, anna, browser, address } = await startLive())
})
afterEach(() => api.close())

const open = (token = browser.token) => openStream(address, token)

test('logout ends the streams of its session and no other', async () => {
  const other = await api.signedIn(anna)
  const [page, elsewhere] = await Promise.all([open(), open(other.token)])
  await browser.post('/logout')
  await expect.poll(page.hasEnded).toBe(true)
  await earn(api.db, anna, 100)
  await expect.poll(() => elsewhere.events).toHaveLength(1)
  expect(elsewhere.hasEnded()).toBe(false)
  await elsewhere.close()
})

test('a new password ends the streams that were opened with the previous token', async () => {
  const thief = await open()
  await browser.post('/user/password/change', { password: 'tea and cherry 9', current_password: anna.password })
  await expect.poll(thief.hasEnded).toBe(true)
  // There is no resync, because the page would send a request with the previous token.
  expect(thief.events).toEqual([])
  const page = await open()
  expect(page.response.status).toBe(200)
  await page.close()
})

test('the streams of an expired session end', async () => {
  const page = await open()
  await sql`update session set expires_at = now()`.execute(api.db)
  await api.hub.closeExpired()
  await expect.poll(page.hasEnded).toBe(true)
})

test('a stream that opens while sessions are checked stays open', async () => {
  const other = await api.signedIn(anna)
  const [ending, staying] = await api.db.selectFrom('session').select('id').orderBy('created_at').execute()
  if (!ending || !staying) throw new Error('There are two sessions')
  // Serves the stream without reading the session, whose table is locked.
  api.app.server.removeAllListeners('request')
  api.app.server.on('request', (request, response) => {
    const { id: sessionId } = request.headers.cookie?.includes(String(other.token)) ? staying : ending
    api.hub.begin(api.hub.open({ id: anna.userId, sessionId }), response, 0, 0)
  })
  const first = await open()
  const [second, checked] = await api.db.transaction().execute(async (transaction) => {
    await sql`lock table session in access exclusive mode`.execute(transaction)
    await sql`update session set expires_at = now() where id = ${ending.id}`.execute(transaction)
    const checking = api.hub.closeExpired()
    const waiting = sql`select 1 from pg_locks where relation = 'session'::regclass and not granted`
    await expect.poll(async () => (await waiting.execute(transaction)).rows.length).toBeGreaterThan(0)
    return [await open(other.token), { checking }]
  })
  await checked.checking
  await expect.poll(first.hasEnded).toBe(true)
  await earn(api.db, anna, 100)
  await expect.poll(() => second.events).not.toHaveLength(0)
  expect(second.hasEnded()).toBe(false)
})

test('a user has at most ten streams', async () => {
  const pages = await Promise.all(Array.from({ length: 10 }, () => open()))
  const rejected = await fetch(`${address}/api/v1/events`, {
    headers: { ...pageHeaders, cookie: `session=${browser.token}` },
  })
  expect(rejected.status).toBe(429)
  expect(await rejected.json()).toMatchObject({ code: 'too_many_streams' })
  await Promise.all(pages.map((page) => page.close()))
  await expect
    .poll(async () => {
      const page = await open()
      await page.close()
      return page.response.status
    })
    .toBe(200)
})

test('an open stream holds no slot of the requests', async () => {
  const page = await open()
  await expect.poll(() => page.retryDelays).toEqual([3_000])
  await expect.poll(() => api.app.admission?.count.running).toBe(0)
  expect(page.hasEnded()).toBe(false)
  await page.close()
})

test('above the streams of the process the response is 503 with Retry-After, until one ends', async () => {
  await api.close()
  ;({ api, browser, address } = await startLive({ maxStreams: 2 }))
  const boris = await api.signedIn(await api.createUser({ phone: '+79160000002' }))
  const [first, second] = [await open(), await open(boris.token)]
  const rejected = await fetch(`${address}/api/v1/events`, { headers: { cookie: `session=${boris.token}` } })
  expect(rejected.status).toBe(503)
  expect(rejected.headers.get('retry-after')).toBe('30')
  expect(await rejected.json()).toMatchObject({ code: 'overloaded' })
  const headers = { authorization: `Bearer ${api.settings.metricsToken}` }
  const metrics = await (await fetch(`${address}/metrics`, { headers })).text()
  expect(metrics).toContain('portal_event_streams{state="open"} 2\n')
  expect(metrics).toContain('portal_event_streams{state="maximum"} 2\n')

  await first.close()
  await expect
    .poll(async () => {
      const page = await open()
      await page.close()
      return page.response.status
    })
    .toBe(200)
  await second.close()
})

test('a stopping server sends each page a reconnection delay of its own', async () => {
  const pages = await Promise.all([open(), open(), open()])
  await api.app.close()
  await expect.poll(() => pages.every((page) => page.hasEnded())).toBe(true)
  const retryDelays = pages.map((page) => page.retryDelays.at(-1))
  for (const retryDelay of retryDelays) expect(retryDelay).toBeLessThanOrEqual(2_500)
  expect(new Set(retryDelays).size).toBeGreaterThan(1)
})

const server = createServer((_request, response) => {
  const stream = new Stream({ id: 'user', sessionId: 'session' })
  stream.close(700)
  stream.begin(response, 0, 0)
})
afterEach(() => server.close())

test('a stream that is closed before it begins responds as an event stream, so that the page reconnects', async () => {
  const response = await fetch(await listenLocally(server))
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(await response.text()).toBe('retry: 700\n\n')
})
