import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { endReusedSession, issueSuccessor } from './rotate-token.ts'

const api = sharedApi()
let anna: TestUser
let browser: TestBrowser
/** The token with which the session began. */
let first: string
beforeEach(async () => {
  anna = await api.createUser()
  browser = await api.signedIn(anna, { remembered: true })
  first = browser.token ?? ''
})

/** Makes all times of the session older. */
const pass = (by: string) =>
  sql`
    update session set token_since = token_since - ${by}::interval, replaced_at = replaced_at - ${by}::interval,
      successor_used_at = successor_used_at - ${by}::interval where user_id = ${anna.userId}`.execute(api.db)
const status = async (theirs: TestBrowser) => (await theirs.get('/user/balance')).statusCode
/** A browser with another token: a restored browser, or a thief with a copy. */
const withToken = (token: string) => api.browser(token)

/** A day later the browser has the next token. */
async function rotated(): Promise<string> {
  await pass('25 hours')
  expect(await status(browser)).toBe(200)
  expect(browser.token).not.toBe(first)
  return browser.token ?? ''
}

/** The next token has been used for more than five minutes. */
async function takenOver(): Promise<string> {
  const next = await rotated()
  await status(browser)
  await pass('6 minutes')
  await status(browser)
  return next
}

test('a remembered session gets a new token after a day of use, for as long as before', async () => {
  expect((await browser.get('/user/balance')).cookies).toEqual([])
  await pass('25 hours')
  const { cookies } = await browser.get('/user/balance')
  expect(cookies).toMatchObject([{ name: 'session', httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 90 * 86_400 }])
  expect(browser.token).toMatch(/^[\w-]{43}$/)
  expect(browser.token).not.toBe(first)
  expect((await browser.get('/user/balance')).cookies).toEqual([])
})

test('the next token changes again after another day', async () => {
  const second = await takenOver()
  await pass('25 hours')
  await status(browser)
  expect(browser.token).not.toBe(second)
  expect(await status(browser)).toBe(200)
})

test.each<[string, (old: TestBrowser) => ReturnType<TestBrowser['get']>]>([
  [
    'the server for a page that it renders',
    (old) => old.send('GET', '/user/balance', { headers: { 'sec-fetch-site': 'none' } }),
  ],
  ['a page for a response that browsers store', (old) => old.get('/sbp/banks')],
])('a request of %s gets none', async (_, send) => {
  await pass('25 hours')
  const response = await send(browser)
  expect([response.statusCode, response.cookies]).toEqual([200, []])
})

test('a session that ends with its window has one token', async () => {
  browser = await api.signedIn(anna)
  await sql`update session set expires_at = now() + interval '1 hour' where user_id = ${anna.userId}`.execute(api.db)
  await pass('25 hours')
  expect((await browser.get('/user/balance')).cookies).toEqual([])
})

describe('a browser stays signed in', () => {
  test('when several tabs send requests at the same moment, whichever response comes last', async () => {
    await pass('25 hours')
    const tabs = Array.from({ length: 8 }, () => withToken(first))
    await Promise.all(tabs.map(status))
    const issued = new Set(tabs.map(({ token }) => token).filter((token) => token !== first))
    expect(issued.size).toBe(1)
    for (const tab of tabs) expect(await status(tab)).toBe(200)
  })

  test('when the response with the new token is lost, also for weeks', async () => {
    const lost = await rotated()
    await sql`update session set last_seen_at = now() - interval '29 days' where user_id = ${anna.userId}`.execute(
      api.db,
    )
    const restored = withToken(first)
    expect(await status(restored)).toBe(200)
    expect(restored.token).toBe(lost)
  })

  test('when the server dies between writing the token and responding', async () => {
    await pass('25 hours')
    const session = api.db.selectFrom('session').select(['id', 'successor_seed', 'successor_used_at'])
    const row = await session.where('user_id', '=', anna.userId).executeTakeFirstOrThrow()
    const neverSent = await issueSuccessor(api.db, row, first)
    expect(await status(browser)).toBe(200)
    expect(browser.token).toBe(neverSent)
  })

  test('when it is killed before it has stored the new cookie, though requests have had it', async () => {
    const next = await rotated()
    await status(browser)
    await pass('3 days')
    const restored = withToken(first)
    expect(await status(restored)).toBe(200)
    expect(restored.token).toBe(next)
    // The browser has got the new cookie again, and uses it.
    expect(await status(restored)).toBe(200)
    expect(await status(withToken(first))).toBe(200)
  })

  test('when requests with the former token are on their way while the next one takes over', async () => {
    await takenOver()
    const late = withToken(first)
    expect(await status(late)).toBe(200)
    await pass('30 seconds')
    expect(await status(late)).toBe(200)
    expect(late.token).toBe(first)
    expect(await status(browser)).toBe(200)
  })

  test('when it signs out with the next token: the former one is out too', async () => {
    await rotated()
    expect((await browser.post('/logout')).statusCode).toBe(204)
    expect(await status(withToken(first))).toBe(401)
  })
})

describe('a copy of a former token', () => {
  test('that comes back after a minute ends the session for both, and leaves a line in the audit trail', async () => {
    const next = await takenOver()
    await pass('61 seconds')
    expect(await status(withToken(first))).toBe(401)
    expect(await status(withToken(next))).toBe(401)
    const lines = api.db.selectFrom('audit_event').select('action').where('subject_id', '=', anna.userId)
    expect(await lines.execute()).toEqual([{ action: 'session_reused' }])
  })

  test('that was used before the owner ends the session when the owner comes', async () => {
    await pass('25 hours')
    const thief = withToken(first)
    await status(thief)
    await status(thief)
    await pass('6 minutes')
    expect(await status(thief)).toBe(200)
    await pass('61 seconds')
    expect(await status(browser)).toBe(401)
    expect(await status(thief)).toBe(401)
  })

  test('from two days ago signs nobody in, and ends nothing', async () => {
    await takenOver()
    await pass('25 hours')
    await status(browser)
    await status(browser)
    await pass('6 minutes')
    expect(await status(browser)).toBe(200)
    expect(await status(withToken(first))).toBe(401)
    expect(await status(browser)).toBe(200)
  })

  test('does not hold after a new password, nor does the next token', async () => {
    const next = await rotated()
    await browser.post('/user/password/change', { password: 'tea and cherry 9', current_password: anna.password })
    expect(await status(browser)).toBe(200)
    for (const token of [first, next]) expect(await status(withToken(token))).toBe(401)
    expect(await status(browser)).toBe(200)
  })

  test('that two requests bring at the same moment ends the session once', async () => {
    await takenOver()
    await pass('61 seconds')
    const { id } = await api.db
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', anna.userId)
      .executeTakeFirstOrThrow()
    await Promise.all([endReusedSession(api.db, id, anna.userId), endReusedSession(api.db, id, anna.userId)])
    const lines = api.db.selectFrom('audit_event').select('action').where('subject_id', '=', anna.userId)
    expect(await lines.execute()).toHaveLength(1)
  })
})
