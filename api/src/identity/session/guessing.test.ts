import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { from, sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'

const api = sharedApi()
let anna: TestUser
beforeEach(async () => {
  await api.db.deleteFrom('rate_limit').execute()
  anna = await api.createUser()
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
/** Returns an address in another network for each index. */
const address = (index: number) => `10.${1 + Math.floor(index / 250)}.${index % 250}.7`

/** A browser in which the user has signed in once. */
async function knownBrowser(user = anna): Promise<TestBrowser> {
  const browser = api.browser()
  expect(await login({ ...user, address: '10.99.0.1', browser })).toBe(200)
  return browser
}

describe('guessing at one phone', () => {
  test('from 60 addresses of 60 networks stops after 20 guesses, a right one included', async () => {
    const guesses = times(60, (index) => ({ address: address(index) }))
    expect(await count(guesses)).toEqual({ 401: 20, 429: 40 })
    expect(await login({ password: anna.password, address: address(61) })).toBe(429)
  })

  test('from 60 addresses at the same time shares no guess', async () => {
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
  test('from one address stops after 20 phones', async () => {
    expect(await count(times(24, (index) => ({ phone: strangersPhone(index) })))).toEqual({ 401: 20, 429: 4 })
  })

  test.each([
    ['IPv4', (index: number) => `203.0.113.${index}`],
    ['IPv6', (index: number) => `2a02:6b8:1:${index}::${index}`],
  ])('from the addresses of one %s network stops after 60 phones', async (_, inNetwork) => {
    const logins = times(64, (index) => ({ phone: strangersPhone(index), address: inNetwork(index) }))
    expect(await count(logins)).toEqual({ 401: 60, 429: 4 })
  })

  test('gets the same responses for phones that are registered and for those that are not', async () => {
    const registered = await Promise.all(times(2, () => api.createUser()))
    const phones = times(24, (index) => registered[(index - 7) / 14]?.phone ?? strangersPhone(index))
    const statuses = []
    for (const phone of phones) statuses.push(await login({ phone }))
    expect(statuses).toEqual(times(24, (index) => (index < 20 ? 401 : 429)))
  })
})

describe('a neighbour in the Wi-Fi of the restaurant who guesses without end', () => {
  const wifi = '198.51.100.20'
  const guess = async () => await count(times(22, (index) => ({ phone: strangersPhone(index), address: wifi })))

  test('does not lock out a user who has signed in on the own phone before', async () => {
    const browser = await knownBrowser()
    await guess()
    expect(await login({ password: anna.password, address: wifi, browser })).toBe(200)
  })

  test('does not lock out a user who has signed in from there before, in another browser and after typing errors', async () => {
    expect(await login({ password: anna.password, address: wifi })).toBe(200)
    await guess()
    expect(await login({ address: wifi })).toBe(429)
    expect(await login({ password: anna.password, address: wifi })).toBe(200)
    const boris = await api.createUser()
    expect(await login({ ...boris, address: wifi })).toBe(429)
  })

  test('does not learn who has signed in from there', async () => {
    expect(await login({ password: anna.password, address: wifi })).toBe(200)
    await guess()
    const boris = await api.createUser()
    const responseFor = async (phone: string) => {
      const { body } = await api.browser().post('/login', { phoneNumber: phone, password: 'wrong' }, from(wifi))
      return body.replace(/"retry_after":\d+/, '')
    }
    expect(await responseFor(anna.phone)).toBe(await responseFor(boris.phone))
  })

  test('tests as many passwords at phones that have signed in from there as at others, and no more', async () => {
    const colleagues = await Promise.all(times(21, () => api.createUser()))
    for (const colleague of colleagues) expect(await login({ ...colleague, address: wifi })).toBe(200)
    await guess()
    await Promise.all(colleagues.slice(1).map(({ phone }) => login({ phone, address: wifi })))
    const [first] = colleagues
    expect(await login({ ...first, address: wifi })).toBe(429)
    await sql`delete from rate_limit where key like 'login:known:%'`.execute(api.db)
    expect(await login({ ...first, address: wifi })).toBe(200)
  })

  test('leaves passkeys and forms of cards to known browsers, and links to those who have them', async () => {
    const browser = await knownBrowser()
    const { link } = (await api.operator().post(`/restaurants/${anna.restaurantId}/invitations`, {})).json()
    const spent = (key: string) => `${key}:${wifi}`
    await api.db
      .insertInto('rate_limit')
      .values(
        ['passkey:options', 'vault', 'invitation', 'password:reset'].map((key) => ({
          key: spent(key),
          window_start: new Date(),
          hits: 1_000,
        })),
      )
      .execute()
    const options = (theirs: TestBrowser) => theirs.post('/login/passkey/options', undefined, from(wifi))
    expect((await options(api.browser())).statusCode).toBe(429)
    expect((await options(browser)).statusCode).toBe(200)
    const card = (theirs: TestBrowser) => theirs.post('/vault/cards', { number: '2200000000000004' }, from(wifi))
    expect((await card(api.browser())).statusCode).toBe(429)
    expect((await card(browser)).statusCode).not.toBe(429)
    const open = (code: string) => api.browser().get(`/invitations/${code}`, from(wifi))
    expect((await open('unknown')).statusCode).toBe(429)
    expect((await open(link.split('/').at(-1))).statusCode).toBe(200)
  })

  test('gains no guesses when colleagues sign in', async () => {
    for (let turn = 0; turn < 30; turn++) expect(await login({ password: anna.password, address: wifi })).toBe(200)
    expect(await guess()).toEqual({ 401: 20, 429: 2 })
  })
})

describe('a flood of an unknown browser', () => {
  const rows = async () => (await api.db.selectFrom('rate_limit').select('key').execute()).length

  test.each([
    ['sign-ins at ever new phones', (phone: string) => ['/login', { phoneNumber: phone, password: 'wrong' }]],
    [
      'guesses at codes that were never sent',
      (phone: string) => ['/otp/check', { phone_number: phone, code: '000000' }],
    ],
    ['requests for codes', (phone: string) => ['/otp/send/recovery', { phone_number: phone }]],
    [
      'requests for new passwords',
      (phone: string) => ['/user/password/request', { phone_number: phone, code: '000000' }],
    ],
  ] as const)('of %s is limited by its address, and stores no more rows afterwards', async (_, requestAt) => {
    const flood = async (from: number) =>
      await Promise.all(
        times(80, async (turn) => {
          const [url, body] = requestAt(strangersPhone(from + turn))
          return (await api.browser().post(url as string, body as object)).statusCode
        }),
      )
    expect(await flood(0)).toContain(429)
    const before = await rows()
    expect(new Set(await flood(1_000))).toEqual(new Set([429]))
    expect(await rows()).toBe(before)
    expect(before).toBeLessThan(200)
  })

  test('at one phone is limited by its address, also where the phone is locked', async () => {
    await count(times(60, (index) => ({ address: address(index) })))
    expect(await count(times(20, () => ({ address: '10.0.0.1' })))).toEqual({ 429: 20 })
    expect(await login({ phone: strangersPhone(1), address: '10.0.0.1' })).toBe(429)
  })

  test('of right passwords leaves no row', async () => {
    for (let turn = 0; turn < 5; turn++) expect(await login({ password: anna.password })).toBe(200)
    const keys = await api.db.selectFrom('rate_limit').select('key').where('key', 'like', 'login:%').execute()
    expect(keys).toEqual([])
  })
})

describe('the cookie of a known device', () => {
  const signInForCookie = async (options: { user?: TestUser; device?: string } = {}) => {
    const { user = anna, device } = options
    const body = { phoneNumber: user.phone, password: user.password, _remember_me: false }
    const response = await api.browser().post('/login', body, {
      ...from('10.98.0.1'),
      ...(device && { headers: { cookie: `device=${device}` } }),
    })
    expect(response.statusCode).toBe(200)
    return response.cookies.find(({ name }) => name === 'device')
  }

  test('is only for the portal, lasts a year, and is stored as a hash', async () => {
    const cookie = await signInForCookie()
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 365 * 24 * 60 * 60 })
    expect(cookie?.value).toMatch(/^[\w-]{43}$/)
    const { rows } = await sql<{ text: string }>`select d::text as text from device d`.execute(api.db)
    expect(rows.some(({ text }) => text.includes(cookie?.value ?? ''))).toBe(false)
  })

  test('stays the same for the same browser, and is not chosen by another site', async () => {
    const issued = (await signInForCookie())?.value
    expect((await signInForCookie({ device: issued ?? '' }))?.value).toBe(issued)
    expect((await signInForCookie({ device: 'chosen' }))?.value).not.toBe('chosen')
  })

  test('starts no session, and has no effect for the phone of another user', async () => {
    const device = (await signInForCookie())?.value
    const headers = { cookie: `device=${device}` }
    expect((await api.browser().get('/user/balance', { headers })).statusCode).toBe(401)
    const boris = await api.createUser()
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
