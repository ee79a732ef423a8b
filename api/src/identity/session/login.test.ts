import { beforeAll, expect, test } from 'vitest'
import type { Db } from '../../db/connect.ts'
import { lockWaits } from '../../db/testing/locks.ts'
import { from, sharedApi, type TestUser } from '../../http/testing/test-api.ts'
import { newPhone } from '../../money/ledger/testing/test-ledger.ts'
import { setPhone } from '../password/phone-change-repository.ts'
import { setPasswordHash } from '../users/repository.ts'
import { hashTestPassword } from './testing/test-password.ts'

const api = sharedApi()
let anna: TestUser
beforeAll(async () => {
  anna = await api.createUser({ phone: '+79160000001' })
})

function login(user: { phone: string; password: string }, address = '10.0.0.1', browser = api.browser()) {
  const credentials = { phoneNumber: user.phone, password: user.password, _remember_me: false }
  return browser.post('/login', credentials, from(address))
}

// spec: 9.8
test('the right phone and password sign in and return the user', async () => {
  const response = await login(anna)
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({
    id: anna.userId,
    name: 'Анна Смирнова',
    phone_masked: '+7 (916) •••-••-01',
    photo_url: null,
  })
})

// spec: 2.47
test('a wrong password and an unknown phone get the same response, at the same cost', async () => {
  const guess = async (phone: string, address: string) => {
    const start = process.cpuUsage()
    const response = await login({ phone, password: 'wrong' }, address)
    const { user, system } = process.cpuUsage(start)
    return { work: user + system, response: { status: response.statusCode, body: response.json() } }
  }
  const work = { wrong: Infinity, unknown: Infinity }
  for (let round = 0; round < 4; round++) {
    const wrong = await guess(anna.phone, '10.1.0.1')
    const unknown = await guess('+79169999999', '10.1.0.2')
    expect(wrong.response).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } })
    expect(unknown.response).toEqual(wrong.response)
    work.wrong = Math.min(work.wrong, wrong.work)
    work.unknown = Math.min(work.unknown, unknown.work)
  }
  // Processor time does not depend on other processes. Without a comparison it would be a fraction of this.
  expect(work.unknown).toBeGreaterThan(work.wrong * 0.6)
})

test.each([
  [
    'password',
    async (trx: Db, { userId }: TestUser) => setPasswordHash(trx, userId, await hashTestPassword('another password')),
  ],
  ['phone', (trx: Db, { userId }: TestUser) => setPhone(trx, userId, newPhone())],
])('opens no session when the %s changes while the password is compared', async (_, change) => {
  const boris = await api.createUser()
  const { response } = await api.db.transaction().execute(async (trx) => {
    await change(trx, boris)
    const response = login(boris)
    await expect.poll(() => lockWaits(api.db)).toBe(1)
    return { response }
  })
  expect((await response).json()).toMatchObject({ code: 'invalid_credentials' })
})

test('a hash from before passwords were normalized is replaced at a sign-in, also at two at the same time', async () => {
  // A mix of composed and decomposed letters.
  const typed = 'Чаи\u0306ка Йошкар'
  const boris = await api.createUser({ password: typed })
  expect((await login({ ...boris, password: typed.normalize('NFC') })).statusCode).toBe(401)
  const both = await Promise.all([login(boris), login(boris)])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  for (const form of ['NFC', 'NFD'] as const) {
    expect((await login({ ...boris, password: typed.normalize(form) })).statusCode).toBe(200)
  }
})

test('the longest password signs in from a keyboard that types letters and accents apart', async () => {
  const boris = await api.createUser({ password: 'й'.repeat(200) })
  expect((await login({ ...boris, password: boris.password.normalize('NFD') })).statusCode).toBe(200)
})

test('a phone in another spelling signs the same user in, and shares the limit of wrong passwords', async () => {
  const galina = await api.createUser({ phone: '+79160000009' })
  const spellings = ['8 (916) 000-00-09', '79160000009', '9160000009', 'тел. 8-916-000-00-09', '+7 +7 916 000 00 09']
  for (const phone of spellings) expect((await login({ ...galina, phone }, '10.8.0.1')).statusCode).toBe(200)
  for (const phone of spellings) await login({ phone, password: 'wrong' }, '10.8.0.2')
  expect((await login(galina, '10.8.0.2')).json()).toMatchObject({ code: 'login_locked' })
})

test('a phone that is not Russian is malformed, with the reason on its field', async () => {
  const response = await login({ phone: '+998 90 123-45-67', password: 'x' })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ code: 'malformed', errors: { phoneNumber: ['phone_foreign'] } })
})

// spec: 9.8
test('after five wrong passwords an address is locked out of the phone, and no other address is', async () => {
  const boris = await api.createUser({ phone: '+79160000002' })
  const wrong = { ...boris, password: 'wrong' }
  for (let guess = 0; guess < 5; guess++) expect((await login(wrong, '10.2.0.1')).statusCode).toBe(401)

  const locked = await login(boris, '10.2.0.1')
  expect(locked.statusCode).toBe(429)
  expect(locked.json()).toMatchObject({ code: 'login_locked', retry_after: expect.any(Number) })
  expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(locked.headers['retry-after'])).toBeLessThanOrEqual(900)
  expect((await login(boris, '10.2.0.2')).statusCode).toBe(200)
})

test('simultaneous guesses do not share an attempt', async () => {
  const vera = await api.createUser({ phone: '+79160000003' })
  const guesses = Array.from({ length: 20 }, () => login({ ...vera, password: 'wrong' }, '10.3.0.1'))
  const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(15)
})

test('a right password restores the attempts', async () => {
  const olga = await api.createUser({ phone: '+79160000005' })
  for (let round = 0; round < 3; round++) {
    for (let guess = 0; guess < 4; guess++) await login({ ...olga, password: 'wrong' }, '10.5.0.1')
    expect((await login(olga, '10.5.0.1')).statusCode).toBe(200)
  }
})

test.each([
  [true, 7_776_000],
  ['on', 7_776_000],
  ['true', 7_776_000],
  ['1', 7_776_000],
  [1, 7_776_000],
  [undefined, undefined],
  [false, undefined],
  ['off', undefined],
  ['false', undefined],
  ['', undefined],
  ['0', undefined],
  [0, undefined],
])('`_remember_me` %j makes a cookie for %s seconds', async (_remember_me, seconds) => {
  const boris = await api.createUser()
  const body = { phoneNumber: boris.phone, password: boris.password, _remember_me }
  const response = await api.browser().post('/login', body)
  expect(response.statusCode).toBe(200)
  expect(response.cookies.find(({ name }) => name === 'session')?.maxAge).toBe(seconds)
})

test('right passwords sign in sixty times an hour, and the audit trail has the first five', async () => {
  const boris = await api.createUser()
  const statuses = []
  for (let turn = 0; turn < 62; turn++) statuses.push((await login(boris, `10.2.${turn}.1`)).statusCode)
  expect(statuses).toEqual([...Array(60).fill(200), 429, 429])
  const lines = api.db.selectFrom('audit_event').select('action').where('subject_id', '=', boris.userId)
  expect(await lines.execute()).toEqual(Array(5).fill({ action: 'user_signed_in' }))
})
