import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { from, type TestApi, type TestBrowser, type TestPerson, testApi } from '../../http/testing.ts'

let api: TestApi
let anna: TestPerson
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.deleteFrom('rate_limit').execute()
  anna = await api.person()
})

type Login = { phone?: string; password?: string; address?: string; browser?: TestBrowser }

async function login({ phone = anna.phone, password = 'wrong', address = '10.0.0.1', browser }: Login = {}) {
  const body = { phoneNumber: phone, password, _remember_me: false }
  return (await (browser ?? api.browser()).post('/login', body, from(address))).statusCode
}

/** Counts responses by status: `{ 401: 20, 429: 5 }`. */
async function count(logins: Iterable<Login>): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (const one of logins) {
    const status = await login(one)
    counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

const times = <T>(length: number, item: (index: number) => T): T[] => Array.from({ length }, (_, index) => item(index))
const strangersPhone = (index: number) => `+7917${String(index).padStart(7, '0')}`
/** Addresses, each in a network of its own. */
const address = (index: number) => `10.${1 + Math.floor(index / 250)}.${index % 250}.7`

/** A browser in which the user has signed in once. */
async function knownBrowser(person = anna): Promise<TestBrowser> {
  const browser = api.browser()
  expect(await login({ ...person, address: '10.99.0.1', browser })).toBe(200)
  return browser
}

describe('guessing at one phone', () => {
  test('from 60 addresses of 60 networks stops after 20 guesses, a right one included', async () => {
    const guesses = times(60, (index) => ({ address: address(index) }))
    expect(await count(guesses)).toEqual({ 401: 20, 429: 40 })
    expect(await login({ password: anna.password, address: address(61) })).toBe(429)
  })

  test('at once from 60 addresses shares no guess', async () => {
    const statuses = await Promise.all(times(60, (index) => login({ address: address(index) })))
    expect(statuses.filter((status) => status === 401)).toHaveLength(20)
  })

  test('stops after 60 guesses a day', async () => {
    let wrong = 0
    for (let round = 0; round < 4; round++) {
      wrong += (await count(times(25, (index) => ({ address: address(25 * round + index) }))))[401] ?? 0
      await sql`update rate_limit set window_start = window_start - interval '15 minutes' where key not like '%:day'`.execute(
        api.db,
      )
    }
    expect(wrong).toBe(60)
  })

  test('does not lock the owner out of a known device, wherever it is', async () => {
    const browser = await knownBrowser()
    await count(times(60, (index) => ({ address: address(index) })))
    for (const place of ['10.0.0.1', address(0), '2a02:6b8::1']) {
      expect(await login({ password: anna.password, address: place, browser })).toBe(200)
    }
  })

  test('on the known device itself stops after ten', async () => {
    const browser = await knownBrowser()
    expect(await count(times(12, () => ({ browser })))).toEqual({ 401: 10, 429: 2 })
    expect(await login({ password: anna.password, browser })).toBe(429)
    await sql`update rate_limit set window_start = window_start - interval '15 minutes'`.execute(api.db)
    expect(await login({ password: anna.password, browser })).toBe(200)
  })

  test('lets the owner of a new phone in by a code, after which the browser is known', async () => {
    await count(times(60, (index) => ({ address: address(index) })))
    const browser = api.browser()
    await browser.post('/otp/send/recovery', { phone_number: anna.phone })
    await expect.poll(() => api.codeSentTo(anna.phone).catch(() => '')).toMatch(/^\d{6}$/)
    const code = await api.codeSentTo(anna.phone)
    const { a, b } = (await browser.post('/user/password/request', { code, phone_number: anna.phone })).json()
    await browser.post(`/user/password/change/${a}/${b}`, { password: 'tea and cherry 9' })
    await count(times(60, (index) => ({ address: address(index) })))
    expect(await login({ password: 'tea and cherry 9', browser })).toBe(200)
  })
})

test('malformed attempts compare no password, and use up no attempt of an address or a phone', async () => {
  const bodies = [{}, { phoneNumber: anna.phone }, { phoneNumber: anna.phone, password: '' }, { phoneNumber: '7' }]
  for (let times = 0; times < 100; times++) {
    const response = await api.browser().post('/login', bodies[times % 4], from('10.0.0.1'))
    expect(response.statusCode).toBe(400)
  }
  expect(await api.db.selectFrom('rate_limit').select('key').execute()).toEqual([])
  expect(await login({ password: anna.password })).toBe(200)
})

describe('one password for many phones', () => {
  test('from one address stops after 40 phones', async () => {
    expect(await count(times(100, (index) => ({ phone: strangersPhone(index) })))).toEqual({ 401: 40, 429: 60 })
  })

  test.each([
    ['IPv4', (index: number) => `203.0.113.${index}`],
    ['IPv6', (index: number) => `2a02:6b8:1:${index}::${index}`],
  ])('from the addresses of one %s network stops after 80 phones', async (_, inNetwork) => {
    const logins = times(200, (index) => ({ phone: strangersPhone(index), address: inNetwork(index) }))
    expect(await count(logins)).toEqual({ 401: 80, 429: 120 })
  })

  test('gets the same responses for phones that are registered and for those that are not', async () => {
    const registered = await Promise.all(times(3, () => api.person()))
    const phones = times(60, (index) =>
      index % 20 === 7 ? registered[(index - 7) / 20]?.phone : strangersPhone(index),
    )
    const statuses = []
    for (const phone of phones) statuses.push(await login({ phone: phone ?? '' }))
    expect(statuses).toEqual(times(60, (index) => (index < 40 ? 401 : 429)))
  })
})

describe('a neighbour in the Wi-Fi of the restaurant who guesses without end', () => {
  const wifi = '198.51.100.20'

  test('does not lock out a user who has signed in on the own phone before', async () => {
    const browser = await knownBrowser()
    await count(times(60, (index) => ({ phone: strangersPhone(index), address: wifi })))
    expect(await login({ password: anna.password, address: wifi, browser })).toBe(200)
  })

  test('at a few phones leaves one attempt for a right password on a new phone', async () => {
    const boris = await api.person()
    await count(times(100, (index) => ({ phone: strangersPhone(index % 10), address: wifi })))
    for (const person of [anna, boris]) {
      expect(await login({ ...person, address: wifi })).toBe(200)
      expect(await login({ ...person, address: wifi })).toBe(200)
    }
  })

  test('gains no guesses when colleagues sign in', async () => {
    for (let turn = 0; turn < 30; turn++) expect(await login({ password: anna.password, address: wifi })).toBe(200)
    expect(await count(times(60, (index) => ({ phone: strangersPhone(index), address: wifi })))).toMatchObject({
      401: 40,
    })
  })
})

describe('the cookie of a known device', () => {
  const cookieOf = async (options: { person?: TestPerson; device?: string } = {}) => {
    const { person = anna, device } = options
    const body = { phoneNumber: person.phone, password: person.password, _remember_me: false }
    const response = await api.browser().post('/login', body, {
      ...from('10.98.0.1'),
      ...(device && { headers: { cookie: `device=${device}` } }),
    })
    expect(response.statusCode).toBe(200)
    return response.cookies.find(({ name }) => name === 'device')
  }

  test('is for the portal alone, lasts a year, and is stored as a hash', async () => {
    const cookie = await cookieOf()
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 365 * 24 * 60 * 60 })
    expect(cookie?.value).toMatch(/^[\w-]{43}$/)
    const { rows } = await sql<{ text: string }>`select d::text as text from device d`.execute(api.db)
    expect(rows.some(({ text }) => text.includes(cookie?.value ?? ''))).toBe(false)
  })

  test('stays the same for the same browser, and is not chosen by another site', async () => {
    const issued = (await cookieOf())?.value
    expect((await cookieOf({ device: issued ?? '' }))?.value).toBe(issued)
    expect((await cookieOf({ device: 'chosen' }))?.value).not.toBe('chosen')
  })

  test('starts no session, and has no effect for the phone of another user', async () => {
    const device = (await cookieOf())?.value
    const headers = { cookie: `device=${device}` }
    expect((await api.browser().get('/user/balance', { headers })).statusCode).toBe(401)
    const boris = await api.person()
    await count(times(60, (index) => ({ phone: boris.phone, address: address(index) })))
    const body = { phoneNumber: boris.phone, password: boris.password, _remember_me: false }
    expect((await api.browser().post('/login', body, { headers })).statusCode).toBe(429)
  })

  test('of other browsers is invalid after the password was changed', async () => {
    const [own, other] = [await knownBrowser(), await knownBrowser()]
    await own.post('/user/password/change', { password: 'tea and cherry 9', current_password: anna.password })
    await count(times(60, (index) => ({ address: address(index) })))
    expect(await login({ password: 'tea and cherry 9', browser: other })).toBe(429)
    expect(await login({ password: 'tea and cherry 9', browser: own })).toBe(200)
  })
})
