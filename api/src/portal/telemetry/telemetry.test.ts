import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestBrowser } from '../../http/testing/test-api.ts'
import { createTelemetryApi, fault, start, type TelemetryApi } from './testing/telemetry-api.ts'

let world: TelemetryApi
beforeAll(async () => {
  world = await createTelemetryApi()
})
afterAll(() => world.api.close())
beforeEach(() => world.reset())

test('events are added up by release', async () => {
  const failure = { ...fault, kind: 'load_failure', name: 'RemoteError' }
  expect((await world.send([start, fault, failure])).statusCode).toBe(204)
  await world.send([start, { ...start, version: 't2' }, { ...start, remote: 'shell', kind: 'csp', name: 'img-src' }])
  const items = await world.health()
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
    hours: [{ at: expect.stringMatching(/:00:00\+00:00$/), starts: 2, errors: 1, load_failures: 1 }],
    first_seen: expect.stringMatching(/:00\.000Z$/),
    last_seen: expect.stringMatching(/:00\.000Z$/),
  })
  expect(items).toContainEqual(expect.objectContaining({ version: 't2', starts: 1, errors: 0 }))
  expect(items).toContainEqual(expect.objectContaining({ remote: 'shell', starts: 0, csp_violations: 1 }))
})

test('a tab with several failures counts as one tab', async () => {
  await world.send([start, fault, { ...fault, message: 'another', again: true }])
  expect(await world.health()).toMatchObject([{ starts: 1, errors: 1 }])
  expect(world.logLines('fault in a page')).toContainEqual(
    expect.objectContaining({ fault: expect.objectContaining({ message: 'another' }) }),
  )
})

test('three quarters of the measured values are at most p75, which is at most a step higher', async () => {
  const vital = (name: string, value: number) => ({ ...start, kind: 'vital', name, value })
  await world.send([100, 200, 300, 4000].map((value) => vital('LCP', value)))
  await world.send([vital('CLS', 0), vital('CLS', 0.1), vital('CLS', 0.02)])
  await world.send([{ ...start, kind: 'load_time', value: 1000 }])
  const p75 = (await world.health())[0]?.p75 ?? {}
  expect(p75.LCP).toBeGreaterThanOrEqual(300)
  expect(p75.LCP).toBeLessThan(300 * 1.19)
  expect(p75.CLS).toBeCloseTo(0.105, 3)
  expect(p75.load_time).toBeCloseTo(1024, -2)
})

test('only events within the requested minutes are counted', async () => {
  await world.send([start, start])
  await world.health()
  await sql`update telemetry set minute = minute - interval '20 minutes'`.execute(world.api.db)
  await world.send([start])
  expect(await world.health()).toMatchObject([{ starts: 1 }])
  expect(await world.health(60)).toMatchObject([{ starts: 3 }])
})

test('events are counted by hour, for a day at most', async () => {
  await world.send([start])
  await world.health()
  await sql`update telemetry set minute = minute - interval '3 hours'`.execute(world.api.db)
  await world.send([start, start, fault])
  const [then, now] = (await world.health(24 * 60))[0]?.hours ?? []
  expect([then, now]).toMatchObject([
    { starts: 1, errors: 0 },
    { starts: 2, errors: 1 },
  ])
  expect(Date.parse(now?.at ?? '') - Date.parse(then?.at ?? '')).toBe(3 * 60 * 60 * 1000)
  await sql`update telemetry set minute = minute - interval '25 hours'`.execute(world.api.db)
  expect(await world.health(3 * 24 * 60)).toMatchObject([{ starts: 3, hours: [] }])
})

test('the first and the tenth report of a fault are logged', async () => {
  const fresh = { ...fault, version: 'fresh' }
  for (let times = 0; times < 12; times++) await world.send([fresh])
  await world.send([{ ...fresh, message: 'another' }, start])
  expect(world.logLines('fault in a page')).toMatchObject([
    { level: 40, fault: fresh, times: 1 },
    { fault: fresh, times: 10 },
    { fault: { message: 'another' }, times: 1 },
  ])
})

test('the locations of a fault in the built code are logged, and nothing else is accepted as one', async () => {
  const places = ['overview.js:1:20', 'overview.js:1:345']
  for (const place of [...places, ...places]) await world.send([{ ...fault, place }])
  const logged = world.logLines('fault in a page').map((line) => (line.fault as { place?: string }).place)
  expect(logged).toEqual(places)
  for (const place of ['+79161234567', 'overview.js', 'https://x.example/a.js:1:2', 'a b.js:1:2', 'a.js:123456789:1']) {
    expect((await world.send([{ ...fault, place }])).statusCode).toBe(400)
  }
})

test('nothing about a user is stored, whatever a page sends', async () => {
  const anna = await world.api.createUser({ phone: '+79161234567' })
  const browser: TestBrowser = await world.api.signedIn(anna)
  const message = `+7 (916) 123-45-67 anna@example.ru ?back=secret ${anna.userId} 1 250,50 ₽`
  expect((await browser.post('/telemetry', { events: [{ ...fault, message }] })).statusCode).toBe(204)
  await world.health()
  const stored = JSON.stringify([
    await world.api.db.selectFrom('telemetry').selectAll().execute(),
    world.logLines('fault in a page').map(({ time, ...line }) => line),
  ])
  expect(stored).toContain('[email]')
  for (const secret of ['916', '123-45', 'anna', 'back', anna.userId, '250']) expect(stored).not.toContain(secret)
})

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a foreign origin', { origin: 'https://evil.example' }],
  ['an unknown page', {}],
])('%s may not report', async (_, headers) => {
  expect((await world.send([start], { headers })).statusCode).toBe(403)
})

test('events of unknown releases are ignored, and only a token can report a registry', async () => {
  const unknown = { ...start, version: 'made-up' }
  await world.send([unknown, { ...fault, version: 'made-up' }])
  expect(await world.health()).toEqual([])
  expect(world.logLines('fault in a page')).toEqual([])
  for (const token of ['', 'wrong']) {
    expect((await world.reportLive([{ remote: 'mfe-tips', version: 'made-up' }], token)).statusCode).toBe(401)
  }
})

test('a release that was replaced more than a day ago does not count', async () => {
  await world.reportLive([{ remote: 'mfe-tips', version: 'replaced' }])
  await sql`update live_release set reported_at = now() - interval '25 hours' where version = 'replaced'`.execute(
    world.api.db,
  )
  await world.send([{ ...start, version: 'replaced' }, start])
  expect(await world.health()).toMatchObject([{ version: 't1' }])
})

test('no event is lost when many pages report at the same time', async () => {
  await Promise.all(
    Array.from({ length: 60 }, (_, n) => world.send([start, fault], { remoteAddress: `198.51.100.${n}` })),
  )
  expect(await world.health()).toMatchObject([{ starts: 60, errors: 60 }])
})
