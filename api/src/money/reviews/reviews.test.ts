import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { sharedDatabase } from '../../db/testing/test-database.ts'
import { hire, openRestaurant, type TestEmployee } from '../ledger/testing/test-ledger.ts'
import { bookTips } from '../tips/service.ts'
import { listUserReviews, readReviewMonths } from './service.ts'

const database = sharedDatabase()
let anna: TestEmployee
const now = new Date()

beforeEach(async () => {
  anna = await hire(database.db, await openRestaurant(database.db))
})

type Guest = { rating?: number; comment?: string; at?: Date }

async function book(guests: readonly Guest[], employee = anna): Promise<void> {
  await bookTips(
    database.db,
    guests.map(({ rating, comment, at = now }) => ({
      external_id: randomUUID(),
      employee_id: employee.id,
      amount: 100,
      paid_at: at.toISOString(),
      status: 'completed' as const,
      ...(rating && { rating }),
      ...(comment && { comment }),
    })),
  )
}

const guests: Guest[] = [
  { rating: 5, comment: 'Чудесно' },
  { rating: 5 },
  {},
  { comment: 'Без звёзд' },
  { rating: 2, comment: 'Долго' },
  { rating: 1 },
]

async function find(filter: { stars?: number; commented?: 'true' } = {}) {
  const { items } = await listUserReviews(database.db, anna.userId, { restId: anna.restaurantId, ...filter })
  return items.map(({ stars, comment }) => [stars, comment])
}

// spec: 2.154, 9.77
test('reviews are tips with stars or words, newest first; filtered by words and by stars', async () => {
  await book(guests)
  expect(await find()).toEqual([
    [1, undefined],
    [2, 'Долго'],
    [undefined, 'Без звёзд'],
    [5, undefined],
    [5, 'Чудесно'],
  ])
  expect(await find({ commented: 'true' })).toEqual([
    [2, 'Долго'],
    [undefined, 'Без звёзд'],
    [5, 'Чудесно'],
  ])
  expect(await find({ stars: 5 })).toEqual([
    [5, undefined],
    [5, 'Чудесно'],
  ])
  expect(await find({ stars: 5, commented: 'true' })).toEqual([[5, 'Чудесно']])
})

test('pages do not shift when a review comes meanwhile', async () => {
  await book(Array.from({ length: 25 }, (_, n) => ({ rating: (n % 5) + 1 })))
  const request = { restId: anna.restaurantId }
  const first = await listUserReviews(database.db, anna.userId, request)
  expect(first).toMatchObject({ page: 1, pages: 2, total: 25 })
  await book([{ rating: 3 }])
  const second = await listUserReviews(database.db, anna.userId, { ...request, page: 2, as_of: first.as_of })
  expect(second).toMatchObject({ total: 25, items: { length: 5 } })
  const third = await listUserReviews(database.db, anna.userId, { ...request, stars: 3, as_of: first.as_of })
  expect(third).toMatchObject({ total: 5, items: { length: 5 } })
})

const readMonths = async () => (await readReviewMonths(database.db, anna.userId, anna.restaurantId)).items

// spec: 2.155, 9.77
test('a month has the average of its ratings; ratings without words, and words of thanks, are no complaints', async () => {
  await book(guests)
  const months = await readMonths()
  expect(months).toHaveLength(12)
  expect(months.at(-1)).toEqual({
    month: now.toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' }).slice(0, 7),
    ratings: 4,
    average: 3.25,
    thanks: 1,
    complaints: 1,
  })
  expect(months[0]).toEqual({ month: expect.any(String), ratings: 0, thanks: 0, complaints: 0 })
})

test('ratings count on the day of the restaurant, and only for the employee', async () => {
  const other = await hire(database.db, { id: anna.restaurantId, bank: anna.bank }, { firstName: 'Борис' })
  await book([{ rating: 1, comment: 'Чужое' }], other)
  // Midnight of the first in Moscow is 21:00 UTC of the day before.
  const there = new Date(now.getTime() + 3 * 3_600_000)
  const lastMonth = new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth() - 1, 0, 21, 30))
  await book([{ rating: 4, at: lastMonth }])
  const months = await readMonths()
  expect(months.filter(({ ratings }) => ratings > 0)).toMatchObject([{ ratings: 1, average: 4, complaints: 0 }])
  expect(months.at(-2)?.ratings).toBe(1)
})
