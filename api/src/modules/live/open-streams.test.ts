import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pageHeaders, type TestApi, type TestBrowser, type TestPerson } from '../../http/testing.ts'
import { earn } from '../ledger/testing.ts'
import { createLiveHub } from './hub.ts'
import { openStream, startLive } from './testing.ts'

let api: TestApi
let anna: TestPerson
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
  // The page requests nothing with the previous token: the new one is on its way.
  expect(thief.events).toEqual([])
  const page = await open()
  expect(page.response.status).toBe(200)
  await page.close()
})

/** Responds to any request with a stream of Анна's. */
function serve(
  hub: ReturnType<typeof createLiveHub>,
  exchange: { request: IncomingMessage; response: ServerResponse },
  sessionId: string,
): void {
  const stream = hub.open({ id: anna.userId, sessionId })
  exchange.request.resume().once('end', () => hub.begin(stream, exchange, 0, 0))
}

test('the streams of an expired session end with the next heartbeat', async () => {
  const hub = createLiveHub(api, 50)
  api.app.server.removeAllListeners('request')
  const { id: sessionId } = await api.db.selectFrom('session').select('id').executeTakeFirstOrThrow()
  api.app.server.on('request', (request, response) => serve(hub, { request, response }, sessionId))
  const page = await open()
  await sql`update session set expires_at = now()`.execute(api.db)
  await expect.poll(page.hasEnded).toBe(true)
  hub.close()
})

test('a stream that opens while sessions are checked stays open', async () => {
  const other = await api.signedIn(anna)
  const [ending, staying] = await api.db.selectFrom('session').select('id').orderBy('created_at').execute()
  if (!ending || !staying) throw new Error('There are two sessions')
  const hub = createLiveHub(api, 50)
  await hub.ready
  api.app.server.removeAllListeners('request')
  api.app.server.on('request', (request, response) => {
    const { id: sessionId } = request.headers.cookie?.includes(String(other.token)) ? staying : ending
    serve(hub, { request, response }, sessionId)
  })
  const first = await open()
  const second = await api.db.transaction().execute(async (transaction) => {
    await sql`lock table session in access exclusive mode`.execute(transaction)
    await sql`update session set expires_at = now() where id = ${ending.id}`.execute(transaction)
    const waiting = sql`select 1 from pg_locks where relation = 'session'::regclass and not granted`
    await expect.poll(async () => (await waiting.execute(transaction)).rows.length).toBeGreaterThan(0)
    return open(other.token)
  })
  await expect.poll(first.hasEnded).toBe(true)
  await earn(api.db, anna, 100)
  await expect.poll(() => second.events).not.toHaveLength(0)
  expect(second.hasEnded()).toBe(false)
  hub.close()
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

test('an open stream holds nothing of its request but the connection', async () => {
  const received = once(api.app.server, 'request')
  const page = await open()
  const [request, response] = (await received) as [IncomingMessage, ServerResponse]
  await expect.poll(() => page.retryDelays).toEqual([3_000])
  expect([response.socket, request.closed, api.app.admission?.count.running]).toEqual([null, true, 0])
  const { socket } = request
  expect(socket.closed).toBe(false)
  expect(socket.eventNames().toSorted()).toEqual(['close', 'end', 'error'])
  await page.close()
  await expect.poll(() => socket.closed).toBe(true)
})

test('a stream that is requested before the response to an earlier request ends at once, so that the page opens another', async () => {
  const client = connect(Number(new URL(address).port), '127.0.0.1')
  const requests = ['/user/balance', '/events'].map(
    (path) => `GET /api/v1${path} HTTP/1.1\r\nHost: portal\r\nCookie: session=${browser.token}\r\n\r\n`,
  )
  const sent: ServerResponse[] = []
  api.app.server.on('request', (_, response) => sent.push(response))
  await api.db.transaction().execute(async (transaction) => {
    // The balance reads it, and waits.
    await sql`lock table tip_day in access exclusive mode`.execute(transaction)
    client.write(requests.join(''))
    await expect.poll(() => sent[1]?.writableEnded).toBe(true)
    expect(sent[0]?.headersSent).toBe(false)
  })
  const [balance, stream] = (await text(client)).split(/(?<=})(?=HTTP)/)
  expect(balance).toMatch(/^HTTP\/1.1 200 OK\r\n/)
  expect(stream).toMatch(/^HTTP\/1.1 200 OK\r\n.*content-type: text\/event-stream.*\r\n\r\n$/s)
})

test('above the streams of the process the response is 503 with Retry-After, until one ends', async () => {
  await api.close()
  ;({ api, browser, address } = await startLive({ maxStreams: 2 }))
  const boris = await api.signedIn(await api.person({ phone: '+79160000002' }))
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
