import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestApi, sharedApi, type TestUser } from '../../http/testing/test-api.ts'
import { openSession } from './service.ts'
import { hashToken } from './token.ts'

const api = sharedApi()
let anna: TestUser
beforeAll(async () => {
  anna = await api.createUser({ phone: '+79160000001' })
})

const credentials = (user: TestUser, remembered = false) => ({
  phoneNumber: user.phone,
  password: user.password,
  _remember_me: remembered,
})

const receivedCookie = ({ cookies }: LightMyRequestResponse) => cookies.find(({ name }) => name === 'session')

// spec: 9.3
test('the cookie is HttpOnly and ends with the browser’s window', async () => {
  const response = await api.browser().post('/login', credentials(anna))
  expect(receivedCookie(response)).toEqual({
    name: 'session',
    value: expect.stringMatching(/^[\w-]{43}$/),
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
  })
})

// spec: 9.3
test('over https the cookie is bound to its host', async () => {
  const secure = await createTestApi({ env: { PORTAL_ORIGIN: 'https://tips.example' } })
  onTestFinished(() => secure.close())
  const vera = await secure.createUser({ phone: '+79160000003' })
  const response = await secure.browser().post('/login', credentials(vera))
  expect(response.cookies.map(({ name }) => name).sort()).toEqual(['__Host-device', '__Host-session'])
  for (const cookie of response.cookies) {
    expect(cookie).toMatchObject({ path: '/', httpOnly: true, secure: true, sameSite: 'Lax' })
    expect(cookie).not.toHaveProperty('domain')
  }
})

test('the database holds the hash of the token and not the token', async () => {
  const browser = api.browser()
  await browser.post('/login', credentials(anna))
  const token = browser.token ?? ''
  const rows = await api.db.selectFrom('session').selectAll().where('token_hash', '=', hashToken(token)).execute()
  expect(rows).toHaveLength(1)
  const { rows: texts } = await sql<{ text: string }>`select s::text as text from session s`.execute(api.db)
  expect(texts.some(({ text }) => text.includes(token))).toBe(false)
})

test.each([
  ['idle for less than 12 hours', false, { last_seen_at: '11 hours 59 minutes' }, 200],
  // spec: 11.15
  ['idle for 12 hours', false, { last_seen_at: '12 hours' }, 401],
  ['in use but older than 24 hours', false, { created_at: '24 hours', expires_at: '1 second' }, 401],
  ['remembered and idle for 29 days', true, { last_seen_at: '29 days' }, 200],
  // spec: 11.15
  ['remembered and idle for 30 days', true, { last_seen_at: '30 days' }, 401],
  ['remembered but older than 90 days', true, { expires_at: '1 second' }, 401],
])('a session %s', async (_, remembered, ages, status) => {
  const browser = await api.signedIn(anna, { remembered })
  for (const [column, age] of Object.entries(ages)) {
    await sql`update session set ${sql.ref(column)} = now() - ${age}::interval
      where token_hash = ${hashToken(browser.token ?? '')}`.execute(api.db)
  }
  expect((await browser.get('/user/balance')).statusCode).toBe(status)
})

test.each([
  [false, 24],
  [true, 90 * 24],
])('a session (remembered: %s) ends %i hours after the login, whatever is done', async (remembered, hours) => {
  const browser = await api.signedIn(anna, { remembered })
  await browser.get('/user/balance')
  const { left } = await api.db
    .selectFrom('session')
    .select(sql<number>`round(extract(epoch from expires_at - now()) / 3600)::int`.as('left'))
    .where('token_hash', '=', hashToken(browser.token ?? ''))
    .executeTakeFirstOrThrow()
  expect(left).toBe(hours)
})

test.each([
  ['not remembered: when it has been idle for long', false, '90 days', 12],
  ['not remembered and old: with its age', false, '2 hours', 2],
  ['remembered: when it has been idle for long', true, '90 days', 30 * 24],
  ['remembered and old: with its age', true, '2 hours', 2],
])('the bootstrap contains the end of the session, %s', async (_, remembered, left, hours) => {
  const browser = await api.signedIn(anna, { remembered })
  await sql`update session set expires_at = now() + ${left}::interval
    where token_hash = ${hashToken(browser.token ?? '')}`.execute(api.db)
  const { ends_at } = (await browser.get('/session/bootstrap')).json()
  expect((Date.parse(ends_at) - Date.now()) / 3_600_000).toBeCloseTo(hours, 1)
})

test('a request renews the idle time of the session', async () => {
  const browser = await api.signedIn(anna)
  const ownSession = sql`token_hash = ${hashToken(browser.token ?? '')}`
  await sql`update session set last_seen_at = now() - interval '11 hours' where ${ownSession}`.execute(api.db)
  await browser.get('/user/balance')
  const { rows } = await sql<{ fresh: boolean }>`
    select last_seen_at > now() - interval '1 minute' as fresh from session where ${ownSession}`.execute(api.db)
  expect(rows).toEqual([{ fresh: true }])
})

test('a login ends the session that the browser had', async () => {
  const browser = await api.signedIn(anna)
  const old = browser.token
  await browser.post('/login', credentials(anna))
  expect(browser.token).not.toBe(old)
  expect((await api.browser(old).get('/user/balance')).statusCode).toBe(401)
  expect((await browser.get('/user/balance')).statusCode).toBe(200)
})

test('at most a hundred sessions of a user that are unused for an hour are stored', async () => {
  const user = await api.createUser({ phone: '+79160000099' })
  const tokens: string[] = []
  for (let count = 0; count < 102; count++) {
    const { token = '' } = await api.signedIn(user, { remembered: true })
    tokens.push(token)
    const seen = sql<Date>`now() - interval '2 hours' + make_interval(secs => ${count})`
    await api.db.updateTable('session').set({ last_seen_at: seen }).where('token_hash', '=', hashToken(token)).execute()
  }
  await openSession(api.db, { userId: user.userId, remembered: true, by: 'password', userAgent: 'test' })
  const statuses: number[] = []
  for (const token of tokens) statuses.push((await api.browser(token).get('/user/balance')).statusCode)
  expect(statuses).toEqual([401, 401, ...Array(100).fill(200)])
})

test('a failed login does not end the session', async () => {
  const browser = await api.signedIn(anna)
  await browser.post('/login', { ...credentials(anna), password: 'wrong' })
  expect((await browser.get('/user/balance')).statusCode).toBe(200)
})

// spec: 9.9
test('logout ends the session, and returns the same response without one', async () => {
  const browser = await api.signedIn(anna)
  const token = browser.token
  const response = await browser.post('/logout')
  expect(response.statusCode).toBe(204)
  expect(response.body).toBe('')
  expect(browser.token).toBeUndefined()
  expect((await api.browser(token).get('/user/balance')).statusCode).toBe(401)
  expect((await api.browser().post('/logout')).statusCode).toBe(204)
})

test.each(['', 'x', 'a'.repeat(43), "' or true --"])('returns 401 for the made-up token %j', async (token) => {
  expect((await api.browser(token).get('/user/balance')).statusCode).toBe(401)
})
