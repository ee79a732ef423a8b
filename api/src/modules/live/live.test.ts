import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { LiveEvent } from '@portal/contracts/live-event'
import type { Operation } from '@portal/contracts/operation'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pageHeaders, type TestApi, type TestBrowser, type TestPerson, testApi } from '../../http/testing.ts'
import { earn } from '../ledger/testing.ts'
import { createLiveHub } from './hub.ts'
import { notifyUser } from './notify.ts'

let api: TestApi
let anna: TestPerson
let browser: TestBrowser
let address: string
beforeEach(async () => {
  api = await testApi()
  anna = await api.person({ phone: '+79160000001' })
  browser = await api.signedIn(anna)
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`
})
afterEach(() => api.close())

/** Opens a page's stream. */
async function open(token = browser.token, headers: Record<string, string> = {}, query = '') {
  const abort = new AbortController()
  const response = await fetch(`${address}/api/v1/events${query}`, {
    headers: { cookie: `session=${token}`, ...headers },
    signal: abort.signal,
  })
  const text = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const events: (LiveEvent & { id: string })[] = []
  /** The reconnection delays that the server has sent, in milliseconds. */
  const retryDelays: number[] = []
  let ended = false
  const reading = (async () => {
    let rest = ''
    for (;;) {
      const { value, done } = (await text?.read().catch(() => ({ value: undefined, done: true }))) ?? { done: true }
      if (done) break
      const blocks = (rest + value).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, id = '', data] = block.match(/^id: (\d+)\nevent: change\ndata: (.*)$/) ?? []
        if (data) events.push({ id, ...JSON.parse(data) })
        const [, retryDelay] = block.match(/^retry: (\d+)$/) ?? []
        if (retryDelay) retryDelays.push(Number(retryDelay))
      }
    }
    ended = true
  })()
  async function close(): Promise<void> {
    abort.abort()
    await reading
  }
  return { response, events, retryDelays, hasEnded: () => ended, close }
}

// spec: 9.37
test('a booked tip is reported to the open page', async () => {
  const page = await open()
  expect(page.response.headers.get('content-type')).toContain('text/event-stream')
  expect(await book({ amount: 250 })).toEqual({ booked: 1, repeated: 0 })
  const [tip] = await bookedTips()
  await expect
    .poll(() => page.events)
    .toEqual([{ id: '1', seq: 1, type: 'tip', rest_id: anna.restaurantId, operation_id: tip?.id }])
  await page.close()
})

test('tips of one batch are reported by the oldest; a pending tip that is completed is not new', async () => {
  const page = await open()
  const waiting = { external_id: randomUUID(), amount: 300, status: 'pending' }
  await book({ amount: 100 }, { amount: 200 }, waiting)
  const tips = await bookedTips()
  expect(tips.map(({ amount }) => amount)).toEqual([300, 200, 100])
  await book({ ...waiting, status: 'completed' })
  await expect
    .poll(() => page.events)
    .toEqual([
      { id: '1', seq: 1, type: 'tip', rest_id: anna.restaurantId, operation_id: tips[2]?.id },
      { id: '2', seq: 2, type: 'tip', rest_id: anna.restaurantId },
    ])
  await page.close()
})

/** Books tips for Анна as the payment side does. */
async function book(...tips: object[]): Promise<unknown> {
  const paid = { employee_id: anna.id, paid_at: new Date().toISOString() }
  const response = await api.app.inject({
    method: 'POST',
    url: '/api/v1/ingest/tips',
    headers: { authorization: `Bearer ${api.settings.serviceToken}` },
    payload: { tips: tips.map((tip) => ({ external_id: randomUUID(), ...paid, ...tip })) },
  })
  return response.json()
}

async function bookedTips(): Promise<Operation[]> {
  return (await browser.get('/user/billing')).json().items
}

// spec: 9.37
test('reports no tips of another user', async () => {
  const boris = await api.person({ phone: '+79160000002' })
  const page = await open()
  await earn(api.db, boris, 100)
  await earn(api.db, anna, 100)
  await expect.poll(() => page.events).toMatchObject([{ type: 'tip', rest_id: anna.restaurantId }])
  await page.close()
})

test('a few hints keep their numbers, a burst becomes one resync', async () => {
  const page = await open()
  await notifyUser(api.db, anna.userId, { type: 'payout', payout_id: 'a' })
  await notifyUser(api.db, anna.userId, { type: 'balance' })
  await expect
    .poll(() => page.events)
    .toMatchObject([
      { seq: 1, type: 'payout', payout_id: 'a' },
      { seq: 2, type: 'balance' },
    ])
  // PostgreSQL delivers them together, when they are committed.
  await api.db.transaction().execute(async (trx) => {
    for (let times = 0; times < 50; times++) await notifyUser(trx, anna.userId, { type: 'balance' })
  })
  await expect.poll(() => page.events.slice(2)).toMatchObject([{ seq: 52, type: 'resync' }])
  await page.close()
})

test('a page that reconnects gets a resync if it has missed a hint', async () => {
  await earn(api.db, anna, 100)
  await earn(api.db, anna, 100)
  const late = await open(browser.token, { 'last-event-id': '1' })
  await expect.poll(() => late.events).toEqual([{ id: '2', seq: 2, type: 'resync' }])
  const inTime = await open(browser.token, { 'last-event-id': '2' })
  await earn(api.db, anna, 100)
  await expect.poll(() => inTime.events).toMatchObject([{ seq: 3, type: 'tip' }])
  await Promise.all([late.close(), inTime.close()])
})

test('a page gets a resync if data has changed since its first response', async () => {
  const { live_seq } = (await browser.get('/session/bootstrap')).json()
  await earn(api.db, anna, 100)
  const page = await open(browser.token, {}, `?after=${live_seq}`)
  await expect.poll(() => page.events).toEqual([{ id: '1', seq: 1, type: 'resync' }])
  const again = await open(browser.token, {}, '?after=1')
  await earn(api.db, anna, 100)
  await expect.poll(() => again.events).toMatchObject([{ seq: 2, type: 'tip' }])
  await Promise.all([page.close(), again.close()])
})

test('reconnects after its connection has broken, and sends a resync to pages', async () => {
  const page = await open()
  await killListener()
  await expect.poll(() => page.events).toMatchObject([{ type: 'resync' }])
  await earn(api.db, anna, 100)
  await expect.poll(() => page.events.at(-1)).toMatchObject({ type: 'tip' })
  await page.close()
})

/** Runs as the owner of the database, since the application may not. */
async function killListener(): Promise<void> {
  const client = new pg.Client({ connectionString: api.url })
  await client.connect()
  const { rowCount } = await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen%'`)
  await client.end()
  expect(rowCount).toBe(1)
}

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
  api = await testApi({ maxStreams: 2 })
  anna = await api.person({ phone: '+79160000001' })
  browser = await api.signedIn(anna)
  address = await api.app.listen({ port: 0, host: '127.0.0.1' })
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

test.each(['garbage', '', 'null', '[]', '{}', '7', '{"user":1}'])(
  'goes on after a notification of another role of the database: %j',
  async (payload) => {
    const page = await open()
    await sql`select pg_notify('portal_live', ${payload})`.execute(api.db)
    await notifyUser(api.db, anna.userId, { type: 'balance' })
    await expect.poll(() => page.events.map(({ type }) => type)).toEqual(['balance'])
    await page.close()
  },
)
