import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { hire, openRestaurant } from '../../money/ledger/testing/test-ledger.ts'
import { anonymous, createTelemetryApi, fault, start, type TelemetryApi } from './testing/telemetry-api.ts'

let world: TelemetryApi
beforeAll(async () => {
  world = await createTelemetryApi()
})
afterAll(() => world.api.close())
beforeEach(() => world.reset())

test('400 requests of an anonymous client add no row and hide no release', async () => {
  const events = Array.from({ length: 50 }, (_, n) => ({ ...fault, version: `made-up-${n}` }))
  const live = Array.from({ length: 50 }, (_, n) => ({ ...start, kind: 'vital', name: 'LCP', value: 2 ** (n / 4) }))
  for (let n = 0; n < 200; n++) {
    await world.send(events, { ...anonymous, remoteAddress: `203.0.113.${n}` })
    await world.send(live, { cookies: { session: 'made-up' }, remoteAddress: `203.0.113.${n}` })
  }
  await world.send([start])
  expect(await world.health()).toMatchObject([{ version: 't1', starts: 1, reporters: 1 }])
  expect(await world.api.db.selectFrom('telemetry').selectAll().execute()).toHaveLength(1)
})

test('one user adds a bounded number of rows in a minute', async () => {
  // The rows are counted by minute, so the clock must not reach the next one.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const measured = Array.from({ length: 1_000 }, (_, n) => ({
    ...start,
    version: n % 2 ? 't1' : 't2',
    kind: 'vital',
    name: ['LCP', 'INP', 'CLS', 'TTFB', 'Other'][n % 5],
    value: 2 ** (Math.floor(n / 10) * 0.25 - 10),
  }))
  for (let n = 0; n < measured.length; n += 50) await world.send(measured.slice(n, n + 50))
  await world.send([start])
  await world.health()
  const rows = await world.api.db.selectFrom('telemetry').select(['kind', 'name']).execute()
  expect(rows.length).toBeLessThanOrEqual(501)
  expect(rows.filter(({ name }) => name === 'Other')).toEqual([])
  expect(rows).toContainEqual({ kind: 'start', name: '' })
})

test('a user counts once for a release, however many tabs and sessions report', async () => {
  const anna = await world.api.createUser({ phone: '+79180000001' })
  await world.joined(anna, 30)
  for (let n = 0; n < 3; n++) {
    const { token } = await world.api.signedIn(anna)
    await world.send([start, fault], { cookies: { session: String(token) } })
  }
  await world.send([start], { cookies: { session: await world.newSession() } })
  await world.send([start, fault], anonymous)
  expect(await world.health()).toMatchObject([{ starts: 4, errors: 3, reporters: 2, failed_reporters: 1 }])
})

test('several accounts of one restaurant are one restaurant, and each restaurant weighs the same', async () => {
  const anna = await world.api.createUser({ phone: '+79180000002' })
  for (let n = 0; n < 5; n++)
    await world.send([fault], { cookies: { session: await world.newSession({ restaurant: anna }) } })
  await world.send([start], { cookies: { session: await world.newSession({ restaurant: anna }) } })
  await world.send([start])
  const { count } = await world.api.db
    .selectFrom('restaurant')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const counts = { reporters: 7, failed_reporters: 5, restaurants: 2, failed_restaurants: 1, all_restaurants: count }
  expect(await world.health()).toMatchObject([{ ...counts, failed_share: expect.closeTo(5 / 6 / 2) }])
})

test('a user of several restaurants counts for the first of them', async () => {
  const anna = await world.api.createUser({ phone: '+79180000003' })
  await world.joined(anna, 30)
  await world.send([start], { cookies: { session: String((await world.api.signedIn(anna)).token) } })
  await hire(world.api.db, await openRestaurant(world.api.db), { user: anna.userId })
  await world.send([fault], { cookies: { session: String((await world.api.signedIn(anna)).token) } })
  expect(await world.health()).toMatchObject([{ reporters: 1, restaurants: 1, failed_restaurants: 1 }])
})

test('an account of the last week, and one of no restaurant, is not counted as a reporter', async () => {
  await world.send([start, fault], { cookies: { session: await world.newSession({ days: 6 }) } })
  const anna = await world.api.createUser({ phone: '+79180000004' })
  await world.joined(anna, 30)
  await world.api.db.updateTable('employee').set({ disabled_at: new Date() }).where('id', '=', anna.id).execute()
  await world.send([start, fault], { cookies: { session: String((await world.api.signedIn(anna)).token) } })
  const none = { reporters: 0, failed_reporters: 0, restaurants: 0, failed_restaurants: 0, failed_share: 0 }
  expect(await world.health()).toMatchObject([{ starts: 2, errors: 2, ...none }])
})

test('reporters are stored without the id of a user or a restaurant, and differently for each release', async () => {
  await world.send([start, { ...start, version: 't2' }])
  await world.health()
  const rows = await world.api.db.selectFrom('telemetry_reporter').select(['reporter', 'restaurant']).execute()
  const hashes = rows.flatMap(({ reporter, restaurant }) => [reporter, restaurant].map((hash) => hash.toString('hex')))
  expect(new Set(hashes).size).toBe(4)
})

test('made-up faults of anonymous clients do not hide those of users in the log', async () => {
  for (let n = 0; n < 400; n += 50) {
    await world.send(
      Array.from({ length: 50 }, (_, index) => ({
        ...fault,
        version: 't2',
        message: `made up ${'x'.repeat(n + index)}`.slice(0, 300),
      })),
      anonymous,
    )
  }
  await world.send([{ ...fault, version: 't2', message: 'of a user' }])
  const lines = world.logLines('fault in a page')
  expect(lines.filter(({ reporter }) => reporter === 'stranger').length).toBeLessThanOrEqual(50)
  expect(lines).toContainEqual(expect.objectContaining({ fault: expect.objectContaining({ message: 'of a user' }) }))
})

test('events above the limit get the same response, and are not counted', async () => {
  await world.send([start])
  await sql`update rate_limit set hits = 239 where key like 'telemetry:user:%'`.execute(world.api.db)
  for (let host = 0; host < 3; host++) {
    expect((await world.send([start], { remoteAddress: `198.51.100.${host}` })).statusCode).toBe(204)
  }
  expect(await world.health()).toMatchObject([{ starts: 2 }])
})

test('an anonymous client consumes the budget of the address, but not that of users there', async () => {
  const key = 'telemetry:address:203.0.113.1'
  await world.api.db.insertInto('rate_limit').values({ key, window_start: new Date(), hits: 3000 }).execute()
  expect((await world.send([start], anonymous)).statusCode).toBe(204)
  await world.send([start])
  expect(await world.health()).toMatchObject([{ starts: 1 }])
})
