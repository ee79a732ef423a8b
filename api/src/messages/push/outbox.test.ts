import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestBrowser, TestUser } from '../../http/testing/test-api.ts'
import { earn } from '../../money/ledger/testing/test-ledger.ts'
import { secretUses } from '../../settings/secrets.ts'
import { readSettings } from '../../settings/settings.ts'
import { sendDuePushes } from './outbox.ts'
import { PrivateAddressError, postMessage } from './post-message.ts'
import { markSeen, renew } from './service.ts'
import { createPushApi, type PushApi } from './testing/push-api.ts'

const oldKey = randomBytes(32).toString('base64')
let api: PushApi
let anna: TestUser
let browser: TestBrowser
let endpoint: string
beforeAll(async () => {
  api = await createPushApi({ keys: oldKey })
})
afterAll(() => api.close())
beforeEach(async () => {
  await sql`delete from push_subscription`.execute(api.db)
  api.service.respondWith(201)
  api.service.received.length = 0
  anna = await api.createUser()
  browser = await api.signedIn(anna)
  endpoint = (await api.subscribe(browser)).endpoint
})

const waiting = async () =>
  await api.db.selectFrom('push_message').select(['attempts', 'next_attempt_at']).where('kind', '<>', 'shift').execute()
const subscriptions = async () => (await api.db.selectFrom('push_subscription').select('endpoint').execute()).length
const secondsLeft = async () => Math.round((Number((await waiting())[0]?.next_attempt_at) - Date.now()) / 1_000)

/** A tip that is due. */
async function dueTip() {
  await earn(api.db, anna, 300)
  await api.sendDue()
  await api.age('61 seconds')
}

test('three processes send a message once', async () => {
  await dueTip()
  await Promise.all([1, 2, 3].map(() => api.sendDue()))
  expect(await waiting()).toEqual([{ attempts: 0, next_attempt_at: null }])
  expect(api.service.received).toHaveLength(1)
  expect(api.service.problems).toEqual([])
})

// spec: 9.85
test('a subscription that is gone is removed', async () => {
  api.service.unsubscribe(endpoint)
  await dueTip()
  await api.sendDue()
  expect(await subscriptions()).toBe(0)
})

test('a message of a restaurant whose time zone the database does not know stops no other', async () => {
  const boris = await api.createUser()
  const theirs = await api.subscribe(await api.signedIn(boris))
  await earn(api.db, boris, 300)
  await dueTip()
  await api.db
    .updateTable('push_message')
    .set({ time_zone: 'US/Pacific-New' })
    .where('subscription_id', 'in', (query) =>
      query.selectFrom('push_subscription').select('id').where('user_id', '=', anna.userId),
    )
    .execute()
  expect(await api.sendDue()).toBe(2)
  expect(api.service.received.map((received) => received.endpoint).sort()).toEqual([endpoint, theirs.endpoint].sort())
})

test.each([500, 503, 429])('after %i a message is sent later', async (status) => {
  api.service.respondWith(status)
  await dueTip()
  await api.sendDue()
  expect(await secondsLeft()).toBeGreaterThan(2)
  expect(await subscriptions()).toBe(1)
  api.service.respondWith(201)
  await api.age('10 seconds')
  await api.sendDue()
  expect(api.service.received).toHaveLength(1)
})

test('a push service is not asked again before the time that it names, and waits four hours at most', async () => {
  api.service.respondWith(429, { 'retry-after': '900' })
  await dueTip()
  await api.sendDue()
  expect(await secondsLeft()).toBeGreaterThan(800)
  api.service.respondWith(429, { 'retry-after': '864000' })
  await api.age('900 seconds')
  await api.sendDue()
  expect(await secondsLeft()).toBeLessThanOrEqual(14_400)
})

test('a message that the push service rejects is given up, and tells of a later event', async () => {
  api.service.respondWith(400)
  await dueTip()
  await api.sendDue()
  expect(await waiting()).toEqual([{ attempts: 0, next_attempt_at: null }])
  api.service.respondWith(201)
  await dueTip()
  await api.sendDue()
  expect(api.service.received.map(({ message }) => message.badge)).toEqual([2])
})

// spec: 9.86
test('a message is given up after ten attempts', async () => {
  api.service.respondWith(503)
  await dueTip()
  for (let attempt = 1; attempt <= 10; attempt++) {
    await api.sendDue()
    await api.age('4 hours')
  }
  expect(await waiting()).toEqual([{ attempts: 0, next_attempt_at: null }])
  expect(api.logs.filter((line) => line.includes('a push message is given up')).join()).not.toContain(endpoint)
})

test('tips that come while a message is on its way are in the next one', async () => {
  await dueTip()
  const [due] = await Promise.all([api.sendDue(), earn(api.db, anna, 200)])
  expect(due).toBe(1)
  await api.shown(endpoint)
  expect(api.service.delivered(endpoint)).toMatchObject([{ badge: 2 }])
})

test('new subscriptions are made with the newest key, older ones work and are renewed, and end with their key', async () => {
  const newKey = randomBytes(32).toString('base64')
  const rotating = readSettings({
    PUSH_VAPID_KEYS: `2027:${newKey},2026:${oldKey}`,
    PUSH_SERVICE_ON_LOOPBACK: 'yes',
  }).push
  const rotated = readSettings({ PUSH_VAPID_KEYS: newKey, PUSH_SERVICE_ON_LOOPBACK: 'yes' }).push
  if (!rotating || !rotated) throw new Error('no keys')
  await dueTip()
  await sendDuePushes({ ...api, push: rotating })
  expect(api.service.received).toHaveLength(1)
  expect([...secretUses()]).toContainEqual({ secret: 'PUSH_VAPID_KEYS', version: '2026', count: expect.any(Number) })

  const { id } = await api.db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', anna.userId)
    .executeTakeFirstOrThrow()
  const user = { id: anna.userId, sessionId: id }
  const settings = { ...api.settings, push: rotating }
  const { renew_with } = await markSeen({ ...api, settings }, user, { hides_amounts: false })
  expect(renew_with).toBe(rotating.keys[0].value.publicKey)
  await renew({ ...api, settings }, user, api.service.subscribe(renew_with ?? ''))
  await dueTip()
  await sendDuePushes({ ...api, push: rotated })
  expect(api.service.received).toHaveLength(2)

  await browser.post('/user/push/renewal', api.service.subscribe(api.publicKey))
  await dueTip()
  await sendDuePushes({ ...api, push: rotated })
  expect(await subscriptions()).toBe(0)
})

// spec: 9.83
test('nothing is sent to a name that resolves to this machine', async () => {
  const request = { endpoint: 'https://localhost/abc', headers: {}, body: Buffer.alloc(0) }
  await expect(postMessage(request)).rejects.toThrow(PrivateAddressError)
})

test('tips of a user without a subscription leave no rows', async () => {
  await browser.delete('/user/push/subscription')
  await earn(api.db, anna, 300)
  expect(await api.db.selectFrom('push_event').selectAll().where('user_id', '=', anna.userId).execute()).toEqual([])
})

test('metrics show the results of messages, and how late they are', async () => {
  await dueTip()
  await api.age('5 minutes')
  const headers = { authorization: `Bearer ${api.settings.metricsToken}` }
  const { body } = await api.app.inject({ url: '/metrics', headers })
  expect(body).toContain('\nportal_push_subscriptions 1\n')
  expect(body).toMatch(/\nportal_push_lag_seconds 30\d/)
  expect(body).toMatch(/\nportal_push_messages\{result="gone"\} \d+\n/)
})
