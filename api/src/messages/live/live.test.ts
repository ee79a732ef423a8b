import { randomUUID } from 'node:crypto'
import type { Operation } from '@portal/contracts/operation'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withClient } from '../../db/connect-client.ts'
import type { TestApi, TestBrowser, TestUser } from '../../http/testing/test-api.ts'
import { earn } from '../../money/ledger/testing/test-ledger.ts'
import { notifyUser } from './notify.ts'
import { openStream, startLive } from './testing/live-api.ts'

let api: TestApi
let anna: TestUser
let browser: TestBrowser
let address: string
beforeEach(async () => {
  ;({ api, anna, browser, address } = await startLive())
})
afterEach(() => api.close())

type StreamOptions = Parameters<typeof openStream>[2]
const open = (options?: StreamOptions) => openStream(address, browser.token, options)

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
test('tips of another user are not reported', async () => {
  const boris = await api.createUser({ phone: '+79160000002' })
  const page = await open()
  await earn(api.db, boris, 100)
  await earn(api.db, anna, 100)
  await expect.poll(() => page.events).toMatchObject([{ type: 'tip', rest_id: anna.restaurantId }])
  await page.close()
})

test('a few hints keep their numbers, and many become one resync', async () => {
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
  const late = await open({ headers: { 'last-event-id': '1' } })
  await expect.poll(() => late.events).toEqual([{ id: '2', seq: 2, type: 'resync' }])
  const inTime = await open({ headers: { 'last-event-id': '2' } })
  await earn(api.db, anna, 100)
  await expect.poll(() => inTime.events).toMatchObject([{ seq: 3, type: 'tip' }])
  await Promise.all([late.close(), inTime.close()])
})

test('a page gets a resync if data has changed since its first response', async () => {
  const { live_seq } = (await browser.get('/session/bootstrap')).json()
  await earn(api.db, anna, 100)
  const page = await open({ query: `?after=${live_seq}` })
  await expect.poll(() => page.events).toEqual([{ id: '1', seq: 1, type: 'resync' }])
  const again = await open({ query: '?after=1' })
  await earn(api.db, anna, 100)
  await expect.poll(() => again.events).toMatchObject([{ seq: 2, type: 'tip' }])
  await Promise.all([page.close(), again.close()])
})

test('the hub reconnects after its connection has broken, and sends a resync to pages', async () => {
  const page = await open()
  await killListener()
  await expect.poll(() => page.events).toMatchObject([{ type: 'resync' }])
  await earn(api.db, anna, 100)
  await expect.poll(() => page.events.at(-1)).toMatchObject({ type: 'tip' })
  await page.close()
})

/** Ends the listening connection, as the owner of the database. The application has no right to do so. */
async function killListener(): Promise<void> {
  const kill = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen%'`
  const { rowCount } = await withClient(api.url, (client) => client.query(kill))
  expect(rowCount).toBe(1)
}

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
