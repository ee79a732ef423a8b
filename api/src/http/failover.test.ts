import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { findPayoutByKey, listPayouts } from '@portal/contracts/payout'
import { getSessionBootstrap } from '@portal/contracts/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { mayReadStandby } from './admission/standby-reads.ts'
import { pageHeaders, type TestApi, testApi } from './testing.ts'

let api: TestApi
let app: Awaited<ReturnType<typeof createApp>>
let token: string
const state = { hasPrimary: true, newestTimeline: '00000001' }

beforeAll(async () => {
  api = await testApi()
  const { userId } = await api.person()
  token = String((await api.signedIn({ userId })).token)
  app = await createApp({
    ...api,
    watch: {
      newestTimeline: () => state.newestTimeline,
      primary: () => (state.hasPrimary ? 'postgres://primary' : undefined),
      isPrimaryResponsive: () => state.hasPrimary,
      recentPosition: () => undefined,
      standby: () => ({ url: 'postgres://standby', asOf: new Date() }),
      count: () => ({ primary: 0, standby: 1, lost: 1 }),
      ready: Promise.resolve(),
      stop() {},
    },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await api.close()
})

/** Over a connection, since a request without one passes no admission. */
async function send(method: string, path: string, session = token) {
  const { port } = app.server.address() as AddressInfo
  const headers = { ...pageHeaders, cookie: `session=${session}`, connection: 'close' }
  const [response] = await once(request({ port, method, path, headers }).end(), 'response')
  return { status: response.statusCode, headers: response.headers, body: JSON.parse(await text(response)) }
}

test('without a primary all but reads is rejected before anything is done for it', async () => {
  state.hasPrimary = false
  const { status, headers, body } = await send('POST', '/api/v1/user/payout')
  expect([status, headers['retry-after'], body.code]).toEqual([503, '3', 'database_failover'])
  expect((await send('GET', '/api/v1/user/balance')).status).toBe(200)
  expect((await send('GET', '/readyz')).body).toEqual({ status: 'degraded', database: 'failover' })
})

test('with a primary it is served', async () => {
  state.hasPrimary = true
  expect((await send('POST', '/api/v1/user/payout')).body.code).toBe('malformed')
  expect((await send('GET', '/readyz')).body).toEqual({ status: 'ok' })
})

test.each([
  ['401 by the newest server', '00000001', 401],
  ['503 by a former primary, which may lack it', '00000002', 503],
])('a session that is not found is %s', async (_, newestTimeline, expected) => {
  Object.assign(state, { hasPrimary: true, newestTimeline })
  expect((await send('GET', '/api/v1/user/balance', 'unknown')).status).toBe(expected)
  expect((await send('GET', '/api/v1/user/balance')).status).toBe(200)
})

test.each([
  [listPayouts, true],
  [getSessionBootstrap, true],
  // A page takes «not found» for the end of a lost order: an older state must not say so.
  [findPayoutByKey, false],
])('whether a standby may serve it: $path', (endpoint, expected) => {
  expect(mayReadStandby(endpoint)).toBe(expected)
})
