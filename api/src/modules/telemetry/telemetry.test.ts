import type { ReleaseHealth, TelemetryEvent } from '@portal/contracts/telemetry'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, type TestBrowser, type TestPerson, testApi } from '../../http/testing.ts'
import { hire, openRestaurant } from '../ledger/testing.ts'

let api: TestApi
let people = 0
/** Reports events as a signed-in user. */
let session: string
beforeAll(async () => {
  api = await testApi()
  session = await newSession()
  await reportLive([
    ...['t1', 't2', 'fresh'].map((version) => ({ remote: 'mfe-tips', version })),
    { remote: 'shell', version: 't1' },
  ])
})
afterAll(() => api.close())
beforeEach(async () => {
  await health()
  await api.db.deleteFrom('telemetry').execute()
  await api.db.deleteFrom('telemetry_reporter').execute()
  await api.db.deleteFrom('rate_limit').execute()
  api.logs.length = 0
})

const page = { 'sec-fetch-site': 'same-origin' }
const start = { kind: 'start', remote: 'mfe-tips', version: 't1' } as const
const fault = { ...start, kind: 'error', name: 'TypeError', message: 'x is not a function', route: '/billing' } as const

/** Reports as a new user each time, who joined so many days ago, by default a restaurant of the user's own. */
async function newSession({ restaurant, days = 8 }: { restaurant?: TestPerson; days?: number } = {}): Promise<string> {
  people += 1
  const person = await api.person({
    phone: `+7917${String(people).padStart(7, '0')}`,
    ...(restaurant && { restaurant: { id: restaurant.restaurantId, bank: restaurant.bank } }),
  })
  await joined(person, days)
  return String((await api.signedIn(person)).token)
}

const joined = ({ userId }: TestPerson, days: number) =>
  sql`update user_account set created_at = now() - make_interval(days => ${days}) where id = ${userId}`.execute(api.db)

type Sender = { headers?: Record<string, string>; remoteAddress?: string; cookies?: Record<string, string> }

/** Sends events as `sendBeacon` does: without the header that other requests have. */
function send(
  events: readonly object[],
  { headers = page, remoteAddress = '203.0.113.1', cookies = { session } }: Sender = {},
) {
  const request = { method: 'POST', url: '/api/v1/telemetry', payload: { events } } as const
  return api.app.inject({ ...request, headers, remoteAddress, cookies })
}

const stranger = { cookies: {} }

function reportLive(releases: readonly object[], token = api.settings.metricsToken) {
  const headers = { authorization: `Bearer ${token}` }
  return api.app.inject({ method: 'POST', url: '/api/v1/telemetry/live-releases', headers, payload: { releases } })
}

async function health(minutes = 15): Promise<ReleaseHealth[]> {
  const headers = { authorization: `Bearer ${api.settings.serviceToken}` }
  const response = await api.app.inject({ url: `/api/v1/telemetry/releases?minutes=${minutes}`, headers })
  expect(response.statusCode).toBe(200)
  return response.json().items
}

const linesOf = (message: string) => api.logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message)

test('events are added up by release', async () => {
  const failure = { ...fault, kind: 'load_failure', name: 'RemoteError' }
  expect((await send([start, fault, failure])).statusCode).toBe(204)
  await send([start, { ...start, version: 't2' }, { ...start, remote: 'shell', kind: 'csp', name: 'img-src' }])
  const items = await health()
  expect(items).toHaveLength(3)
  expect(items).toContainEqual({
    remote: 'mfe-tips',
    version: 't1',
    starts: 2,
    errors: 1,
    load_failures: 1,
    csp_violations: 0,
    reporters: 1,
    failed_reporters: 1,
    restaurants: 1,
    failed_restaurants: 1,
    all_restaurants: expect.any(Number),
    failed_share: 1,
    p75: {},
    first_seen: expect.stringMatching(/:00\.000Z$/),
    last_seen: expect.stringMatching(/:00\.000Z$/),
  })
  expect(items).toContainEqual(expect.objectContaining({ version: 't2', starts: 1, errors: 0 }))
  expect(items).toContainEqual(expect.objectContaining({ remote: 'shell', starts: 0, csp_violations: 1 }))
})

test('a tab with several failures counts as one tab', async () => {
  await send([start, fault, { ...fault, message: 'another', again: true }])
  expect(await health()).toMatchObject([{ starts: 1, errors: 1 }])
  expect(linesOf('fault in a page')).toContainEqual(
    expect.objectContaining({ fault: expect.objectContaining({ message: 'another' }) }),
  )
})

test('three quarters of the measured values are at most p75, which is at most a step higher', async () => {
  const vital = (name: string, value: number) => ({ ...start, kind: 'vital', name, value })
  await send([100, 200, 300, 4000].map((value) => vital('LCP', value)))
  await send([vital('CLS', 0), vital('CLS', 0.1), vital('CLS', 0.02)])
  await send([{ ...start, kind: 'load_time', value: 1000 }])
  const p75 = (await health())[0]?.p75 ?? {}
  expect(p75.LCP).toBeGreaterThanOrEqual(300)
  expect(p75.LCP).toBeLessThan(300 * 1.19)
  expect(p75.CLS).toBeCloseTo(0.105, 3)
  expect(p75.load_time).toBeCloseTo(1024, -2)
})

test('counts only events within the requested minutes', async () => {
  await send([start, start])
  await health()
  await sql`update telemetry set minute = minute - interval '20 minutes'`.execute(api.db)
  await send([start])
  expect(await health()).toMatchObject([{ starts: 1 }])
  expect(await health(60)).toMatchObject([{ starts: 3 }])
})

test('logs the first and the tenth of a fault', async () => {
  const fresh = { ...fault, version: 'fresh' }
  for (let times = 0; times < 12; times++) await send([fresh])
  await send([{ ...fresh, message: 'another' }, start])
  expect(linesOf('fault in a page')).toMatchObject([
    { level: 40, fault: fresh, times: 1 },
    { fault: fresh, times: 10 },
    { fault: { message: 'another' }, times: 1 },
  ])
})

test('stores nothing about a user, whatever a page sends', async () => {
  const anna = await api.person({ phone: '+79161234567' })
  const browser: TestBrowser = await api.signedIn(anna)
  const message = `+7 (916) 123-45-67 anna@example.ru ?back=secret ${anna.userId} 1 250,50 ₽`
  expect((await browser.post('/telemetry', { events: [{ ...fault, message }] })).statusCode).toBe(204)
  await health()
  const stored = JSON.stringify([
    await api.db.selectFrom('telemetry').selectAll().execute(),
    linesOf('fault in a page'),
  ])
  expect(stored).toContain('[email]')
  for (const secret of ['916', '123-45', 'anna', 'back', anna.userId, '250']) expect(stored).not.toContain(secret)
})

test.each<[string, Partial<Record<keyof TelemetryEvent, unknown>>]>([
  ['an address with an id', { route: '/settings/cards/7/edit' }],
  ['a query', { route: '/billing?page=2' }],
  ['a remote that cannot be one', { remote: 'evil' }],
  ['a version that cannot be one', { version: 'x y' }],
  ['an unknown kind', { kind: 'click' }],
  ['a user', { user: 'anna' } as object],
  ['a long message', { message: 'x'.repeat(301) }],
  ['a name with a number', { name: 'Error7' }],
  ['a value without end', { value: 1e9 }],
])('%s is malformed', async (_, change) => {
  expect((await send([{ ...fault, ...change }])).statusCode).toBe(400)
  expect(await health()).toEqual([])
})

test('a batch is small', async () => {
  expect((await send(Array.from({ length: 50 }, () => start))).statusCode).toBe(204)
  expect((await send(Array.from({ length: 51 }, () => start))).statusCode).toBe(400)
  expect((await send([])).statusCode).toBe(400)
  expect((await send(Array.from({ length: 50 }, () => ({ ...start, message: 'ы'.repeat(400) })))).statusCode).toBe(413)
})

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a foreign origin', { origin: 'https://evil.example' }],
  ['an unknown page', {}],
])('%s may not report', async (_, headers) => {
  expect((await send([start], { headers })).statusCode).toBe(403)
})

test('ignores events of unknown releases, and requires the token to report a registry', async () => {
  const unknown = { ...start, version: 'made-up' }
  await send([unknown, { ...fault, version: 'made-up' }])
  expect(await health()).toEqual([])
  expect(linesOf('fault in a page')).toEqual([])
  for (const token of ['', 'wrong']) {
    expect((await reportLive([{ remote: 'mfe-tips', version: 'made-up' }], token)).statusCode).toBe(401)
  }
})

test('a release that was replaced more than a day ago does not count', async () => {
  await reportLive([{ remote: 'mfe-tips', version: 'replaced' }])
  await sql`update live_release set reported_at = now() - interval '25 hours' where version = 'replaced'`.execute(
    api.db,
  )
  await send([{ ...start, version: 'replaced' }, start])
  expect(await health()).toMatchObject([{ version: 't1' }])
})

test('400 requests of a stranger add no row and hide no release', async () => {
  const events = Array.from({ length: 50 }, (_, n) => ({ ...fault, version: `made-up-${n}` }))
  const live = Array.from({ length: 50 }, (_, n) => ({ ...start, kind: 'vital', name: 'LCP', value: 2 ** (n / 4) }))
  for (let n = 0; n < 200; n++) {
    await send(events, { ...stranger, remoteAddress: `203.0.113.${n}` })
    await send(live, { cookies: { session: 'made-up' }, remoteAddress: `203.0.113.${n}` })
  }
  await send([start])
  expect(await health()).toMatchObject([{ version: 't1', starts: 1, reporters: 1 }])
  expect(await api.db.selectFrom('telemetry').selectAll().execute()).toHaveLength(1)
})

test('one user adds a bounded number of rows in a minute', async () => {
  const measured = Array.from({ length: 1_000 }, (_, n) => ({
    ...start,
    version: n % 2 ? 't1' : 't2',
    kind: 'vital',
    name: ['LCP', 'INP', 'CLS', 'TTFB', 'Other'][n % 5],
    value: 2 ** (Math.floor(n / 10) * 0.25 - 10),
  }))
  for (let n = 0; n < measured.length; n += 50) await send(measured.slice(n, n + 50))
  await send([start])
  await health()
  const rows = await api.db.selectFrom('telemetry').select(['kind', 'name']).execute()
  expect(rows.length).toBeLessThanOrEqual(501)
  expect(rows.filter(({ name }) => name === 'Other')).toEqual([])
  expect(rows).toContainEqual({ kind: 'start', name: '' })
})

test('a user counts once for a release, however many tabs and sessions report', async () => {
  const anna = await api.person({ phone: '+79180000001' })
  await joined(anna, 30)
  for (let n = 0; n < 3; n++) {
    const { token } = await api.signedIn(anna)
    await send([start, fault], { cookies: { session: String(token) } })
  }
  await send([start], { cookies: { session: await newSession() } })
  await send([start, fault], stranger)
  expect(await health()).toMatchObject([{ starts: 4, errors: 3, reporters: 2, failed_reporters: 1 }])
})

test('several accounts of one restaurant are one restaurant, and each restaurant weighs the same', async () => {
  const anna = await api.person({ phone: '+79180000002' })
  for (let n = 0; n < 5; n++) await send([fault], { cookies: { session: await newSession({ restaurant: anna }) } })
  await send([start], { cookies: { session: await newSession({ restaurant: anna }) } })
  await send([start])
  const { count } = await api.db
    .selectFrom('restaurant')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const counts = { reporters: 7, failed_reporters: 5, restaurants: 2, failed_restaurants: 1, all_restaurants: count }
  expect(await health()).toMatchObject([{ ...counts, failed_share: expect.closeTo(5 / 6 / 2) }])
})

test('a user of several restaurants counts for the first of them', async () => {
  const anna = await api.person({ phone: '+79180000003' })
  await joined(anna, 30)
  await send([start], { cookies: { session: String((await api.signedIn(anna)).token) } })
  await hire(api.db, await openRestaurant(api.db), { user: anna.userId })
  await send([fault], { cookies: { session: String((await api.signedIn(anna)).token) } })
  expect(await health()).toMatchObject([{ reporters: 1, restaurants: 1, failed_restaurants: 1 }])
})

test('an account of the last week, and one of no restaurant, is not counted as a reporter', async () => {
  await send([start, fault], { cookies: { session: await newSession({ days: 6 }) } })
  const anna = await api.person({ phone: '+79180000004' })
  await joined(anna, 30)
  await api.db.updateTable('employee').set({ disabled_at: new Date() }).where('id', '=', anna.id).execute()
  await send([start, fault], { cookies: { session: String((await api.signedIn(anna)).token) } })
  const none = { reporters: 0, failed_reporters: 0, restaurants: 0, failed_restaurants: 0, failed_share: 0 }
  expect(await health()).toMatchObject([{ starts: 2, errors: 2, ...none }])
})

test('stores reporters without the id of a user or a restaurant, and differently for each release', async () => {
  await send([start, { ...start, version: 't2' }])
  await health()
  const rows = await api.db.selectFrom('telemetry_reporter').select(['reporter', 'restaurant']).execute()
  const hashes = rows.flatMap(({ reporter, restaurant }) => [reporter, restaurant].map((hash) => hash.toString('hex')))
  expect(new Set(hashes).size).toBe(4)
})

test('made-up faults of strangers do not crowd out those of users in the log', async () => {
  for (let n = 0; n < 400; n += 50) {
    await send(
      Array.from({ length: 50 }, (_, index) => ({
        ...fault,
        version: 't2',
        message: `made up ${'x'.repeat(n + index)}`.slice(0, 300),
      })),
      stranger,
    )
  }
  await send([{ ...fault, version: 't2', message: 'of a user' }])
  const lines = linesOf('fault in a page')
  expect(lines.filter(({ reporter }) => reporter === 'stranger').length).toBeLessThanOrEqual(50)
  expect(lines).toContainEqual(expect.objectContaining({ fault: expect.objectContaining({ message: 'of a user' }) }))
})

test('returns the same response above the limit, and does not count the events', async () => {
  await send([start])
  await sql`update rate_limit set hits = 239 where key like 'telemetry:user:%'`.execute(api.db)
  for (let host = 0; host < 3; host++) {
    expect((await send([start], { remoteAddress: `198.51.100.${host}` })).statusCode).toBe(204)
  }
  expect(await health()).toMatchObject([{ starts: 2 }])
})

test('a stranger consumes the budget of the address, and not of users there', async () => {
  const key = 'telemetry:address:203.0.113.1'
  await api.db.insertInto('rate_limit').values({ key, window_start: new Date(), hits: 3000 }).execute()
  expect((await send([start], stranger)).statusCode).toBe(204)
  await send([start])
  expect(await health()).toMatchObject([{ starts: 1 }])
})

test('many pages at once lose nothing', async () => {
  await Promise.all(Array.from({ length: 60 }, (_, n) => send([start, fault], { remoteAddress: `198.51.100.${n}` })))
  expect(await health()).toMatchObject([{ starts: 60, errors: 60 }])
})
