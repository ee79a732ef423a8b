import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lockWaits } from '../../db/testing/locks.ts'
import { createTestApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { disableUser } from '../../identity/disabling/service.ts'
import { deleteUserSessions } from '../../identity/session/repository.ts'
import { earn } from '../../money/ledger/testing/test-ledger.ts'
import { stopRules } from '../../payouts/auto-withdrawal/stop-rules.ts'
import { createPushApi, type PushApi } from './testing/push-api.ts'

let api: PushApi
let anna: TestUser
let browser: TestBrowser
beforeAll(async () => {
  api = await createPushApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  anna = await api.createUser()
  browser = await api.signedIn(anna)
})

const endpoints = async () => {
  const rows = await api.db
    .selectFrom('push_subscription')
    .select('endpoint')
    .where('user_id', '=', anna.userId)
    .execute()
  return rows.map(({ endpoint }) => endpoint)
}

// spec: 9.84
test('a session has one subscription, which replaces the previous one', async () => {
  expect((await browser.get('/user/push')).json()).toMatchObject({ public_key: api.publicKey, subscribed: false })
  await api.subscribe(browser)
  const second = await api.subscribe(browser)
  expect(second.status).toBe(204)
  expect(await endpoints()).toEqual([second.endpoint])
  expect((await browser.get('/user/push')).json()).toMatchObject({ subscribed: true })
  expect((await (await api.signedIn(anna)).get('/user/push')).json()).toMatchObject({ subscribed: false })
})

test('the eleventh browser ends the subscription of the oldest', async () => {
  const all: string[] = []
  for (let count = 0; count < 11; count++) all.push((await api.subscribe(await api.signedIn(anna))).endpoint)
  expect((await endpoints()).toSorted()).toEqual(all.slice(1).toSorted())
})

test('a browser in which another user signs in and allows messages shows none of the first user any more', async () => {
  const subscription = api.service.subscribe(api.publicKey)
  await api.subscribe(browser, { subscription })
  const boris = await api.createUser()
  await api.subscribe(await api.signedIn(boris), { subscription })
  expect(await endpoints()).toEqual([])
})

const renew = (theirs: TestBrowser, subscription: object) => theirs.post('/user/push/renewal', subscription)

test('a renewal with the address of another session ends that session’s subscription, but only if the session has its own', async () => {
  const boris = await api.signedIn(await api.createUser())
  const subscription = api.service.subscribe(api.publicKey)
  await api.subscribe(browser, { subscription })
  expect((await renew(boris, subscription)).statusCode).toBe(404)
  expect(await endpoints()).toEqual([subscription.endpoint])
  await api.subscribe(boris)
  expect((await renew(boris, subscription)).statusCode).toBe(204)
  expect(await endpoints()).toEqual([])
})

test('sessions that store one address at the same moment get 204 or 409, and none an error of the server', async () => {
  const subscription = api.service.subscribe(api.publicKey)
  const sessions = await Promise.all(Array.from({ length: 6 }, () => api.signedIn(anna)))
  for (const session of sessions.slice(0, 3)) await api.subscribe(session)
  const statuses = await Promise.all(
    sessions.map(async (session, index) =>
      index < 3
        ? (await renew(session, subscription)).statusCode
        : (await api.subscribe(session, { subscription })).status,
    ),
  )
  expect(statuses).toContain(204)
  expect(statuses.filter((status) => status !== 204 && status !== 409)).toEqual([])
})

test('subscriptions and renewals are limited by the hour', async () => {
  const subscription = api.service.subscribe(api.publicKey)
  const statuses = []
  for (let turn = 0; turn < 61; turn++) statuses.push((await renew(browser, subscription)).statusCode)
  expect(statuses).toEqual([...Array(60).fill(404), 429])
})

const ends: [string, (subscribed: TestBrowser, other: TestBrowser) => Promise<unknown>][] = [
  ['signing out', (subscribed) => subscribed.post('/logout')],
  ['switching them off', (subscribed) => subscribed.delete('/user/push/subscription')],
  ['the end of the session from another device', (_, other) => other.delete('/user/sessions')],
  [
    'a new password on another device',
    (_, other) =>
      other.post('/user/password/change', { password: 'tea and cherry 9', current_password: anna.password }),
  ],
  ['an operator who blocks the user', () => api.operator().post(`/users/${anna.userId}/block`, { reason: 'Украден' })],
  ['the deletion of the account', (_, other) => other.post('/user/deletion', { current_password: anna.password })],
]

// spec: 9.85
test.each(ends)('%s ends a subscription', async (_, end) => {
  await api.subscribe(browser)
  await end(browser, await api.signedIn(anna))
  expect(await endpoints()).toEqual([])
})

test('a user who is blocked meanwhile begins no subscription', async () => {
  const { subscribed } = await api.db.transaction().execute(async (trx) => {
    await disableUser(trx, { accountSecured: stopRules }, anna.userId, { actor: { type: 'operator', id: 'ivan' } })
    const subscribed = api.subscribe(browser)
    await expect.poll(() => lockWaits(api.db)).toBe(1)
    return { subscribed }
  })
  expect(await subscribed).toMatchObject({ status: 403, code: 'account_disabled' })
  expect(await endpoints()).toEqual([])
})

test('a session that is ended while its subscription is replaced has none, and neither request fails', async () => {
  await api.subscribe(browser)
  const [other, boris] = [await api.signedIn(anna), await api.createUser()]
  await api.subscribe(await api.signedIn(boris))
  const subscription = api.service.subscribe(api.publicKey)
  const { subscribed, ended } = await api.db.transaction().execute(async (trx) => {
    // The request waits until this transaction ends, because its row has the same address.
    const theirs = trx.updateTable('push_subscription').where('user_id', '=', boris.userId)
    await theirs.set({ endpoint: subscription.endpoint }).execute()
    const subscribed = api.subscribe(browser, { subscription })
    await expect.poll(() => lockWaits(api.db)).toBe(1)
    const ended = other.delete('/user/sessions')
    await expect.poll(() => lockWaits(api.db)).toBe(2)
    await theirs.set({ endpoint: 'https://push.example/another' }).execute()
    return { subscribed, ended }
  })
  expect((await subscribed).status).toBe(204)
  expect((await ended).statusCode).toBe(204)
  expect(await endpoints()).toEqual([])
})

test('a session that has ended begins no subscription', async () => {
  const { subscribed } = await api.db.transaction().execute(async (trx) => {
    await deleteUserSessions(trx, anna.userId)
    const subscribed = api.subscribe(browser)
    await expect.poll(() => lockWaits(api.db)).toBe(1)
    return { subscribed }
  })
  expect(await subscribed).toMatchObject({ status: 401, code: 'unauthorized' })
})

test('a new password leaves the subscription of the browser in which it was set', async () => {
  const { endpoint } = await api.subscribe(browser)
  await browser.post('/user/password/change', { password: 'tea and cherry 9', current_password: anna.password })
  expect(await endpoints()).toEqual([endpoint])
})

test('nothing is sent to a session that has expired', async () => {
  const { endpoint } = await api.subscribe(browser)
  await sql`update session set last_seen_at = now() - interval '13 hours' where user_id = ${anna.userId}`.execute(
    api.db,
  )
  await earn(api.db, anna, 300)
  expect(await api.shown(endpoint)).toEqual([])
  expect(await endpoints()).toEqual([])
})

test.each([
  ['http://push.example.com/abc', 422, 'endpoint_not_allowed'],
  ['https://10.0.0.1/abc', 422, 'endpoint_not_allowed'],
  ['https://localhost/abc', 422, 'endpoint_not_allowed'],
  ['no address', 422, 'endpoint_not_allowed'],
])('%s is no push service: %i %s', async (endpoint, status, code) => {
  const subscription = { ...api.service.subscribe(api.publicKey), endpoint }
  expect(await api.subscribe(browser, { subscription })).toMatchObject({ status, code })
})

test('keys that no message can be encrypted for are rejected', async () => {
  const { keys, ...subscription } = api.service.subscribe(api.publicKey)
  const offCurve = Buffer.concat([Buffer.from([4]), randomBytes(64)]).toString('base64url')
  for (const wrong of [
    { ...keys, p256dh: offCurve },
    { ...keys, p256dh: 'BA' },
    { ...keys, auth: 'c2hvcnQ' },
  ]) {
    expect(await api.subscribe(browser, { subscription: { ...subscription, keys: wrong } })).toMatchObject({
      status: 422,
      code: 'invalid_keys',
    })
  }
})

test('a browser that replaces its subscription renews it, and one that has none does not begin one', async () => {
  const fresh = api.service.subscribe(api.publicKey)
  expect((await browser.post('/user/push/renewal', fresh)).statusCode).toBe(404)
  await api.subscribe(browser)
  expect((await browser.post('/user/push/renewal', fresh)).statusCode).toBe(204)
  expect(await endpoints()).toEqual([fresh.endpoint])
})

test('the copy of the user’s data names the push services of the browsers', async () => {
  await api.subscribe(browser)
  const { push } = (await browser.get('/user/personal-data')).json()
  const push_service = new URL(api.service.origin).host
  expect(push.browsers).toEqual([{ push_service, created_at: expect.any(String), last_success_at: null }])
})

test('preferences are stored, and are all on at first', async () => {
  expect((await browser.get('/user/push')).json().preferences).toEqual({
    tips: true,
    payouts: true,
    amounts: true,
    quiet_hours: null,
  })
  const chosen = { tips: false, payouts: true, amounts: false, quiet_hours: { from: 23, to: 9 } }
  expect((await browser.patch('/user/push', chosen)).json()).toEqual(chosen)
  expect((await browser.get('/user/push')).json().preferences).toEqual(chosen)
  expect((await browser.patch('/user/push', { ...chosen, quiet_hours: { from: 9, to: 9 } })).statusCode).toBe(400)
})

test('two pages that each change one preference at the same moment change both', async () => {
  const changes = [{ tips: false }, { payouts: false }, { quiet_hours: { from: 23, to: 9 } }]
  await Promise.all(changes.map((changed) => browser.patch('/user/push', changed)))
  expect((await browser.get('/user/push')).json().preferences).toEqual({
    tips: false,
    payouts: false,
    amounts: true,
    quiet_hours: { from: 23, to: 9 },
  })
  const withoutQuietHours = (await browser.patch('/user/push', { quiet_hours: null })).json()
  expect(withoutQuietHours).toMatchObject({ tips: false, payouts: false, quiet_hours: null })
})

test('without keys there is nothing to subscribe to', async () => {
  const without = await createTestApi()
  try {
    const user = await without.createUser()
    const theirs = await without.signedIn(user)
    expect((await theirs.get('/user/push')).json()).toMatchObject({ public_key: null, subscribed: false })
    const body = { ...api.service.subscribe(api.publicKey), hides_amounts: false }
    const response = await theirs.post('/user/push/subscription', body)
    expect([response.statusCode, response.json().code]).toEqual([409, 'push_unavailable'])
  } finally {
    await without.close()
  }
})
