import { beforeEach, expect, test } from 'vitest'
import { sharedDatabase } from '../../db/testing/test-database.ts'
import { readUserBalances } from '../balance/service.ts'
import { hire, openRestaurant, type TestEmployee } from '../ledger/testing/test-ledger.ts'
import { addOperations } from '../operations/feed.ts'
import { bookTips } from './service.ts'
import { readTipsStats } from './stats.ts'
import { newTip } from './testing/test-tips.ts'

const database = sharedDatabase()
let anna: TestEmployee
let boris: TestEmployee

beforeEach(async () => {
  const restaurant = await openRestaurant(database.db, { timeZone: 'Asia/Vladivostok' })
  anna = await hire(database.db, restaurant)
  boris = await hire(database.db, restaurant)
})

// spec: 9.16
test('tips are counted by the restaurant’s days and compared with the days before', async () => {
  const { db } = database
  const twoDays = { from: '2026-11-09', to: '2026-11-10' }
  await bookTips(db, [
    // Vladivostok is ten hours ahead: midnight is at 14:00 UTC.
    newTip(anna, 1, { paid_at: '2026-11-08T13:59:59Z' }),
    newTip(anna, 10, { paid_at: '2026-11-08T14:00:00Z' }),
    newTip(anna, 20.5, { paid_at: '2026-11-09T13:59:59Z' }),
    newTip(anna, 30, { paid_at: '2026-11-09T14:00:00Z' }),
    newTip(boris, 999, { paid_at: '2026-11-09T12:00:00Z' }),
  ])
  expect(await readTipsStats(db, anna.userId, { restId: anna.restaurantId, ...twoDays, compare: 'days' })).toEqual({
    from: '2026-11-09',
    to: '2026-11-10',
    total: 60.5,
    count: 3,
    average_day: 30.25,
    shares: 0,
    days: [
      { date: '2026-11-09', amount: 30.5, count: 2 },
      { date: '2026-11-10', amount: 30, count: 1 },
    ],
    previous: {
      from: '2026-11-07',
      to: '2026-11-08',
      total: 1,
      count: 1,
      days: [
        { date: '2026-11-07', amount: 0, count: 0 },
        { date: '2026-11-08', amount: 1, count: 1 },
      ],
    },
  })
})

test('shares of colleagues are counted by the restaurant’s days, beside the tips', async () => {
  const { db } = database
  const received = (rubles: number, at: string, type: 'transfer_in' | 'transfer_out' = 'transfer_in') =>
    ({
      employeeId: anna.id,
      userId: anna.userId,
      type,
      amount: rubles * 100,
      status: 'completed',
      title: 'Перевод · Борис Ким',
      at: new Date(at),
    }) as const
  await db
    .transaction()
    .execute((trx) =>
      addOperations(trx, [
        received(1, '2026-11-08T13:59:59Z'),
        received(20.5, '2026-11-08T14:00:00Z'),
        received(400, '2026-11-09T03:00:00Z', 'transfer_out'),
        received(300, '2026-11-10T13:59:59Z'),
        received(9_000, '2026-11-10T14:00:00Z'),
      ]),
    )
  const period = { restId: anna.restaurantId, from: '2026-11-09', to: '2026-11-10' }
  expect(await readTipsStats(db, anna.userId, period)).toMatchObject({ total: 0, count: 0, shares: 320.5 })
})

test('half a kopeck of an average day is rounded up', async () => {
  await bookTips(database.db, [newTip(anna, 0.29, { paid_at: '2026-11-09T03:00:00Z' })])
  const period = { restId: anna.restaurantId, from: '2026-11-09', to: '2026-11-10' }
  expect(await readTipsStats(database.db, anna.userId, period)).toMatchObject({ total: 0.29, average_day: 0.15 })
})

// spec: 2.59
test('days that begin a week or a month are compared with the same days of the previous one', async () => {
  const { db } = database
  const at = { restId: anna.restaurantId }
  const readPrevious = async (query: { from: string; to: string; compare?: 'days' | 'week' | 'month' }) => {
    const { from, to, days } = (await readTipsStats(db, anna.userId, { ...at, ...query })).previous
    return [from, to, days.length]
  }
  // A Monday and a Tuesday; without a unit they are compared with the two days before.
  const begun = { from: '2026-11-09', to: '2026-11-10' }
  expect(await readPrevious(begun)).toEqual(['2026-11-02', '2026-11-03', 2])
  expect(await readPrevious({ ...begun, compare: 'days' })).toEqual(['2026-11-07', '2026-11-08', 2])
  expect(await readPrevious({ from: '2026-03-01', to: '2026-03-31' })).toEqual(['2026-02-01', '2026-02-28', 28])
  // One day may begin a week or a month, so it is compared with the day before.
  const monday = { from: '2026-11-09', to: '2026-11-09' }
  expect(await readPrevious(monday)).toEqual(['2026-11-08', '2026-11-08', 1])
  expect(await readPrevious({ ...monday, compare: 'week' })).toEqual(['2026-11-02', '2026-11-02', 1])
})

test.each([
  ['2026-11-10', '2026-11-09', 'period_reversed'],
  ['2025-01-01', '2026-11-09', 'period_too_long'],
])('rejects %s to %s', async (from, to, code) => {
  await expect(readTipsStats(database.db, anna.userId, { restId: anna.restaurantId, from, to })).rejects.toMatchObject({
    status: 422,
    code,
  })
})

test('the average is of the last 90 days', async () => {
  const { db } = database
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  await bookTips(db, [
    newTip(anna, 9_000, { paid_at: daysAgo(92) }),
    newTip(anna, 100, { paid_at: daysAgo(80) }),
    newTip(anna, 200.01, { paid_at: daysAgo(1) }),
  ])
  const average = (await readUserBalances(db, anna.userId)).byRestaurant.get(anna.restaurantId)?.avg_sum
  expect(average).toBe(150.01)
})
