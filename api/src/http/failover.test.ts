import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../db/connect.ts'
import { withClient } from '../db/connect-client.ts'
import { openGateway } from '../db/testing/gateway.ts'
import { createTestDatabase } from '../db/testing/test-database.ts'
import { createTestApi, pageHeaders } from './testing/test-api.ts'

/**
 * Starts an API with a proxy in front of its database, which the test closes as HAProxy does when no server takes
 * writes.
 */
async function start() {
  const database = await createTestDatabase()
  const way = await openGateway(database.applicationUrl)
  const connection = connect(way.url)
  const api = await createTestApi({ database: { ...database, ...connection } })
  onTestFinished(async () => {
    await api.close()
    await connection.close()
  })
  const { userId } = await api.createUser()
  const { token } = await api.signedIn({ userId })
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = api.app.server.address() as AddressInfo
  const authorization = `Bearer ${api.settings.serviceToken}`
  return {
    metrics: async () => (await api.app.inject({ url: '/metrics', headers: { authorization } })).body,
    ownerUrl: database.url,
    closeWay: way.close,
    /** Sends a request over a real connection, because `inject` bypasses admission. */
    async send(method: string, path: string) {
      const headers = { ...pageHeaders, cookie: `session=${token}`, connection: 'close' }
      const [response] = await once(request({ port, method, path, headers }).end(), 'response')
      return { status: response.statusCode, headers: response.headers, body: JSON.parse(await text(response)) }
    },
  }
}

test('a request is rejected before anything is done for it while no server takes writes', async () => {
  const { closeWay, metrics, send } = await start()
  expect((await send('GET', '/api/v1/user/balance')).status).toBe(200)
  closeWay()
  for (const [method, path] of [
    ['GET', '/api/v1/user/balance'],
    ['POST', '/api/v1/user/payout'],
  ] as const) {
    const { status, headers, body } = await send(method, path)
    expect([status, headers['retry-after'], body.code]).toEqual([503, '3', 'database_failover'])
  }
  expect((await send('GET', '/readyz')).body.code).toBe('database_unavailable')
  expect(await metrics()).toContain('portal_database_servers{role="primary"} 0\n')
})

test('a request that loses the database after its first query may have changed something', async () => {
  const { ownerUrl, closeWay, send } = await start()
  await withClient(ownerUrl, async (owner) => {
    await owner.query('begin; lock table ledger_account in access exclusive mode')
    const sent = send('GET', '/api/v1/user/balance')
    const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
    await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(1)
    closeWay()
    expect((await sent).body.code).toBe('database_unavailable')
  })
})
