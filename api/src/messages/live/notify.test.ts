import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import { hire, openRestaurant } from '../../money/ledger/testing/test-ledger.ts'
import { channel, notifyUsers } from './notify.ts'

let database: TestDatabase
let listener: pg.Client
let received: unknown[]

beforeEach(async () => {
  database = await createTestDatabase()
  listener = new pg.Client({ connectionString: database.url })
  await listener.connect()
  received = []
  listener.on('notification', ({ payload }) => received.push(JSON.parse(payload ?? '')))
  await listener.query(`listen ${channel}`)
})
afterEach(async () => {
  await listener.end()
  await database.drop()
})

test('the hints of each user are numbered without gaps, also several in one call', async () => {
  const { db } = database
  const restaurant = await openRestaurant(db)
  const [anna, boris] = [await hire(db, restaurant), await hire(db, restaurant)]
  const hint = (rest_id: string = randomUUID()) => ({ type: 'tip', rest_id }) as const
  const [first, second, third, later] = [hint(), hint(), hint(), hint()]
  await notifyUsers(db, [
    { userId: anna.userId, hint: first },
    { userId: boris.userId, hint: second },
    { userId: anna.userId, hint: third },
  ])
  await notifyUsers(db, [{ userId: anna.userId, hint: later }])
  const annasHints = (seq: number, hint: object) => ({ user: anna.userId, seq, hint })
  await expect.poll(() => received.length).toBe(4)
  expect(received).toEqual(
    expect.arrayContaining([
      annasHints(1, first),
      annasHints(2, third),
      annasHints(3, later),
      { user: boris.userId, seq: 1, hint: second },
    ]),
  )
})
