import type { UserSession } from '@portal/contracts/user-session'
import { beforeEach, expect, test } from 'vitest'
import { lockWaits } from '../../db/testing/locks.ts'
import { sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { describeUserAgent } from './user-agent.ts'

const api = sharedApi()
let anna: TestUser
beforeEach(async () => {
  anna = await api.createUser()
})

const readSessions = async (browser: TestBrowser): Promise<UserSession[]> =>
  (await browser.get('/user/sessions')).json().items

const onPhone = {
  headers: {
    'user-agent':
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Mobile Safari/537.36',
  },
}

test('the list has the sessions of the user, this one first, with neither token nor address', async () => {
  const phone = api.browser()
  await phone.post('/login', { phoneNumber: anna.phone, password: anna.password }, onPhone)
  const desktop = await api.signedIn(anna)
  expect(await readSessions(desktop)).toEqual([
    {
      id: expect.any(String),
      current: true,
      browser: null,
      device: null,
      created_at: expect.any(String),
      last_seen_at: expect.any(String),
    },
    expect.objectContaining({ current: false, browser: 'Chrome', device: 'Android' }),
  ])
  expect((await readSessions(phone)).map(({ current, device }) => ({ current, device }))).toEqual([
    { current: true, device: 'Android' },
    { current: false, device: null },
  ])
})

test('the list has no expired session', async () => {
  const idle = await api.signedIn(anna)
  const [{ id } = { id: '' }] = await readSessions(idle)
  const long = new Date(Date.now() - 12.1 * 60 * 60 * 1000)
  await api.db.updateTable('session').set({ last_seen_at: long }).where('id', '=', id).execute()
  expect((await readSessions(await api.signedIn(anna))).map((session) => session.id)).not.toContain(id)
})

test('another session can be ended immediately', async () => {
  const [mine, lost] = [await api.signedIn(anna), await api.signedIn(anna)]
  const other = (await readSessions(mine)).find(({ current }) => !current)
  expect((await mine.delete(`/user/sessions/${other?.id}`)).statusCode).toBe(204)
  expect((await lost.get('/user/balance')).statusCode).toBe(401)
  expect((await mine.delete(`/user/sessions/${other?.id}`)).statusCode).toBe(404)
  expect((await mine.get('/user/balance')).statusCode).toBe(200)
})

test('ending this session signs the user out', async () => {
  const browser = await api.signedIn(anna)
  const token = browser.token
  const [own] = await readSessions(browser)
  expect((await browser.delete(`/user/sessions/${own?.id}`)).statusCode).toBe(204)
  expect(browser.token).toBeUndefined()
  expect((await api.browser(token).get('/user/balance')).statusCode).toBe(401)
})

// spec: 9.27
test('ending all others ends only sessions of this user', async () => {
  const boris = await api.signedIn(await api.createUser())
  const mine = await api.signedIn(anna)
  const others = await Promise.all(Array.from({ length: 3 }, () => api.signedIn(anna)))
  expect((await mine.delete('/user/sessions')).statusCode).toBe(204)
  for (const other of others) expect((await other.get('/user/balance')).statusCode).toBe(401)
  expect(await readSessions(mine)).toHaveLength(1)
  expect((await boris.get('/user/balance')).statusCode).toBe(200)
})

test('ending all others invalidates copies of this session’s token too', async () => {
  const mine = await api.signedIn(anna)
  const thief = api.browser(mine.token)
  expect((await thief.get('/user/balance')).statusCode).toBe(200)
  await mine.delete('/user/sessions')
  expect((await thief.get('/user/balance')).statusCode).toBe(401)
  expect((await mine.get('/user/balance')).statusCode).toBe(200)
})

test('no other session ends as long as the token of this one cannot be renewed', async () => {
  const mine = await api.signedIn(anna)
  const other = await api.signedIn(anna)
  const [own] = await readSessions(mine)
  const { response } = await api.db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('session')
      .select('id')
      .where('id', '=', own?.id ?? '')
      .forUpdate()
      .execute()
    const response = mine.delete('/user/sessions')
    await expect.poll(() => lockWaits(api.db)).toBe(1)
    expect((await other.get('/user/balance')).statusCode).toBe(200)
    return { response }
  })
  expect((await response).statusCode).toBe(204)
})

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/149.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/148.0.0.0 Safari/537.36 Edg/148.0.0.0`,
    'Edge',
    'Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/146.0.0.0 YaBrowser/26.10 Safari/537.36`,
    'Яндекс Браузер',
    'Windows',
  ],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webkit} Chrome/149.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${webkit} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 Version/19.1 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 CriOS/149.0 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.1 Safari/605.1.15',
    'Safari',
    'Mac',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox', 'Linux'],
  ['curl/8.14.1', null, null],
  ['', null, null],
])('%s', (userAgent, browser, device) => {
  expect(describeUserAgent(userAgent)).toEqual({ browser, device })
})
