import type { ReleaseHealth, TelemetryEvent } from '@portal/shared/contracts/telemetry'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { from, type TestApi, type TestBrowser, testApi } from '../../http/testing.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await health()
  await api.db.deleteFrom('telemetry').execute()
  await api.db.deleteFrom('rate_limit').execute()
  api.logs.length = 0
})

const page = { 'sec-fetch-site': 'same-origin' }
const start = { kind: 'start', remote: 'mfe-tips', version: 't1' } as const
const fault = { ...start, kind: 'error', name: 'TypeError', message: 'x is not a function', route: '/billing' } as const

/** As `sendBeacon` does: without the header that other calls have. */
function send(events: readonly object[], headers: Record<string, string> = page, remoteAddress = '203.0.113.1') {
  return api.app.inject({ method: 'POST', url: '/api/v1/telemetry', headers, payload: { events }, remoteAddress })
}

async function health(minutes = 15): Promise<ReleaseHealth[]> {
  const headers = { authorization: `Bearer ${api.settings.serviceToken}` }
  const answer = await api.app.inject({ url: `/api/v1/telemetry/releases?minutes=${minutes}`, headers })
  expect(answer.statusCode).toBe(200)
  return answer.json().items
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
    p75: {},
    first_seen: expect.stringMatching(/:00\.000Z$/),
    last_seen: expect.stringMatching(/:00\.000Z$/),
  })
  expect(items).toContainEqual(expect.objectContaining({ version: 't2', starts: 1, errors: 0 }))
  expect(items).toContainEqual(expect.objectContaining({ remote: 'shell', starts: 0, csp_violations: 1 }))
})

test('a tab that fails in many ways is one tab', async () => {
  await send([start, fault, { ...fault, message: 'another', again: true }])
  expect(await health()).toMatchObject([{ starts: 1, errors: 1 }])
  expect(linesOf('fault in a page')).toContainEqual(
    expect.objectContaining({ fault: expect.objectContaining({ message: 'another' }) }),
  )
})

test('three quarters of what was measured are not above p75, which is at most a step higher', async () => {
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

test('only what is within the asked minutes counts', async () => {
  await send([start, start])
  await health()
  await sql`update telemetry set minute = minute - interval '20 minutes'`.execute(api.db)
  await send([start])
  expect(await health()).toMatchObject([{ starts: 1 }])
  expect(await health(60)).toMatchObject([{ starts: 3 }])
})

test('a fault is a line of the log, again with its tenth', async () => {
  const fresh = { ...fault, version: 'fresh' }
  for (let times = 0; times < 12; times++) await send([fresh])
  await send([{ ...fresh, message: 'another' }, start])
  expect(linesOf('fault in a page')).toMatchObject([
    { level: 40, fault: fresh, times: 1 },
    { fault: fresh, times: 10 },
    { fault: { message: 'another' }, times: 1 },
  ])
})

test('nothing about a person is kept, whatever a page sends', async () => {
  const anna = await api.person({ phone: '+79161234567' })
  const browser: TestBrowser = await api.signedIn(anna)
  const message = `+7 (916) 123-45-67 anna@example.ru ?back=secret ${anna.userId} 1 250,50 ₽`
  expect((await browser.post('/telemetry', { events: [{ ...fault, message }] })).statusCode).toBe(204)
  await health()
  const kept = JSON.stringify([await api.db.selectFrom('telemetry').selectAll().execute(), linesOf('fault in a page')])
  expect(kept).toContain('[email]')
  for (const secret of ['916', '123-45', 'anna', 'back', anna.userId, '250']) expect(kept).not.toContain(secret)
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
  ['nobody knows who', {}],
])('%s may not report', async (_, headers) => {
  expect((await send([start], headers)).statusCode).toBe(403)
})

test('too much is answered like the rest, and does not count', async () => {
  const key = 'telemetry:address:203.0.113.1'
  await api.db.insertInto('rate_limit').values({ key, window_start: new Date(), hits: 2999 }).execute()
  for (let times = 0; times < 3; times++) expect((await send([start])).statusCode).toBe(204)
  await send([start], page, '203.0.113.2')
  expect(await health()).toMatchObject([{ starts: 2 }])
})

test('a session has a limit of its own, wherever it is', async () => {
  const browser = await api.signedIn(await api.person({ phone: '+79160000002' }))
  await browser.post('/telemetry', { events: [start] })
  await sql`update rate_limit set hits = 239 where key like 'telemetry:session:%'`.execute(api.db)
  for (let host = 0; host < 3; host++) await browser.post('/telemetry', { events: [start] }, from(`198.51.100.${host}`))
  expect(await health()).toMatchObject([{ starts: 2 }])
})

test('many pages at once lose nothing', async () => {
  await Promise.all(Array.from({ length: 60 }, (_, n) => send([start, fault], page, `198.51.100.${n}`)))
  expect(await health()).toMatchObject([{ starts: 60, errors: 60 }])
})
