import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Db } from '../db/connect.ts'
import { sharedDatabase } from '../db/testing/test-database.ts'
import {
  addressGroup,
  type Budget,
  consume,
  consumeAddressBudgets,
  consumeEach,
  networkGroup,
  readRemaining,
  reset,
  restoreEach,
} from './rate-limit.ts'

const database = sharedDatabase()

const budget = (key: string): Budget => ({ key, max: 2, window: 60 })

test.each<[string, (db: Db, budget: Budget) => Promise<number | null>]>([
  ['one budget', consume],
  ['several budgets', (db, budget) => consumeEach(db, [budget])],
  ['what remains of a budget', async (db, budget) => (await readRemaining(db, [budget])).wait],
])(
  'the time to wait for %s is within the window, also where the transaction began before the window',
  async (name, consumeForWait) => {
    const { db } = database
    const budget = { key: `earlier:${name}`, max: 1, window: 60 }
    const wait = await db.transaction().execute(async (earlier) => {
      await sql`select now()`.execute(earlier)
      await consume(db, budget)
      return await consumeForWait(earlier, budget)
    })
    expect(wait).toBeGreaterThan(50)
    expect(wait).toBeLessThanOrEqual(60)
  },
)

// spec: 10.9
test('a consumed budget returns the time to wait', async () => {
  const { db } = database
  expect(await consume(db, budget('a'))).toBeNull()
  expect(await consume(db, budget('a'))).toBeNull()
  const wait = await consume(db, budget('a'))
  expect(wait).toBeGreaterThan(55)
  expect(wait).toBeLessThanOrEqual(60)
  expect(await consume(db, budget('another'))).toBeNull()
})

test('a budget is full again when the window of its first unit is over', async () => {
  const { db } = database
  for (let times = 0; times < 3; times++) await consume(db, budget('b'))
  await sql`update rate_limit set window_start = now() - interval '59 seconds' where key = 'b'`.execute(db)
  expect(await consume(db, budget('b'))).toBe(1)
  await sql`update rate_limit set window_start = now() - interval '60 seconds' where key = 'b'`.execute(db)
  expect(await consume(db, budget('b'))).toBeNull()
})

test('a budget whose window a wrong clock has opened in the future is full', async () => {
  const { db } = database
  const future = budget('future')
  for (let times = 0; times < 2; times++) await consume(db, future)
  await sql`update rate_limit set window_start = now() + interval '400 days' where key = 'future'`.execute(db)
  expect(await readRemaining(db, [future])).toEqual({ remaining: 2, wait: 0 })
  expect([await consume(db, future), await consume(db, future)]).toEqual([null, null])
  expect(await consume(db, future)).toBeLessThanOrEqual(60)
})

test('a restored unit can be consumed again', async () => {
  const { db } = database
  for (let times = 0; times < 5; times++) {
    expect(await consume(db, budget('c'))).toBeNull()
    await restoreEach(db, [budget('c')])
  }
  for (let times = 0; times < 3; times++) await consume(db, budget('c'))
  await reset(db, [budget('c')])
  expect(await consume(db, budget('c'))).toBeNull()
})

test('a budget that is full again has no row', async () => {
  const { db } = database
  const pair = [budget('row:1'), { ...budget('row:2'), max: 5 }]
  const rows = () => db.selectFrom('rate_limit').select(['key', 'hits']).where('key', 'like', 'row:%').execute()
  await consumeEach(db, pair)
  await consume(db, budget('row:2'))
  await restoreEach(db, pair)
  expect(await rows()).toEqual([{ key: 'row:2', hits: 1 }])
  await restoreEach(db, pair)
  expect(await rows()).toEqual([])
})

test('simultaneous calls that consume and restore the same budgets do not block each other', async () => {
  const { db } = database
  const keys = Array.from({ length: 20 }, (_, n) => `deadlock:${n}`)
  const budgets = keys.map((key) => ({ key, max: 1_000, window: 60 }))
  // The rows are stored in another order than the order of their keys.
  await consumeEach(db, budgets.slice(10))
  await consumeEach(db, budgets.slice(0, 10))
  const calls = Array.from({ length: 60 }, async (_, n) => {
    if (n % 2) await restoreEach(db, budgets)
    else await consumeEach(db, budgets.toReversed())
  })
  const results = await Promise.allSettled(calls)
  expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
})

test('the addresses of one network share five budgets of an address', async () => {
  const statuses: string[] = []
  for (let customer = 0; customer < 8; customer++) {
    const ip = `2a02:6b8:7:${customer.toString(16)}::1`
    statuses.push(
      await consumeAddressBudgets(database.db, 'guess', ip, 1).then(
        () => 'taken',
        ({ code }) => code,
      ),
    )
  }
  expect(statuses).toEqual([...Array(5).fill('taken'), ...Array(3).fill('too_often')])
  await consumeAddressBudgets(database.db, 'guess', '2a02:6b8:8::1', 1)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2a02:6b8:1:2:3:4:5:6', '2a02:6b8:1:2'],
  ['2a02:6b8:1:2::42', '2a02:6b8:1:2'],
  ['2a02:6b8::42', '2a02:6b8:0:0'],
  ['::1', '0:0:0:0'],
])('%s counts as %s', (ip, group) => {
  expect(addressGroup(ip)).toBe(group)
})

describe('several budgets', () => {
  const small = { key: 'small', max: 2, window: 60 }
  const large = { key: 'large', max: 5, window: 3600 }
  const remaining = async (budget: Budget) => (await readRemaining(database.db, [budget])).remaining
  const left = async () => [await remaining(small), await remaining(large)]

  test('are consumed together or not at all', async () => {
    const { db } = database
    expect(await left()).toEqual([2, 5])
    expect(await consumeEach(db, [small, large])).toBeNull()
    expect(await consumeEach(db, [large, small])).toBeNull()
    expect(await consumeEach(db, [small, large])).toBeGreaterThan(55)
    expect(await left()).toEqual([0, 3])
    expect(await readRemaining(db, [large, small])).toEqual({
      remaining: 0,
      wait: expect.toSatisfy((wait) => wait > 55 && wait <= 60),
    })
    await restoreEach(db, [small, large])
    expect(await left()).toEqual([1, 4])
    expect(await consumeEach(db, [])).toBeNull()
  })

  test('give a hundred simultaneous callers no more than the budgets, in whatever order the keys are given', async () => {
    const [a, b] = [
      { key: 'at-once-a', max: 7, window: 60 },
      { key: 'at-once-b', max: 9, window: 60 },
    ]
    const waits = await Promise.all(
      Array.from({ length: 100 }, (_, turn) => consumeEach(database.db, turn % 2 ? [a, b] : [b, a])),
    )
    expect(waits.filter((wait) => wait === null)).toHaveLength(7)
    expect(await remaining(b)).toBe(2)
  })
})

test.each([
  ['203.0.113.7', '203.0.113'],
  ['::ffff:203.0.113.7', '203.0.113'],
  ['2a02:6b8:1:2:3:4:5:6', '2a02:6b8:1'],
  ['2a02:6b8::42', '2a02:6b8:0'],
])('%s is of the network %s', (ip, network) => {
  expect(networkGroup(ip)).toBe(network)
})
