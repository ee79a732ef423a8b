import { randomUUID } from 'node:crypto'
import type { IncomingTip } from '@portal/contracts/ingest'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { connect } from '../../db/connect.ts'
import { sharedDatabase } from '../../db/testing/test-database.ts'
import { readUserBalances } from '../balance/service.ts'
import { discrepancies, hire, openRestaurant, type TestEmployee } from '../ledger/testing/test-ledger.ts'
import { listUserOperations } from '../operations/service.ts'
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

async function readMoney({ userId, restaurantId }: TestEmployee) {
  const money = (await readUserBalances(database.db, userId)).byRestaurant.get(restaurantId)
  return { balance: money && money.balance * 100, pending: money && money.pending * 100 }
}

async function readOperations({ userId }: TestEmployee) {
  return (await listUserOperations(database.db, userId, {})).items
}

test('a tip is added to the balance and to the list', async () => {
  const { db } = database
  const response = await bookTips(db, [newTip(anna, 250.5, { rating: 5, comment: 'Спасибо!' })])
  expect(response).toEqual({ booked: 1, repeated: 0 })
  expect(await readMoney(anna)).toEqual({ balance: 250_50, pending: 0 })
  expect(await readOperations(anna)).toMatchObject([
    {
      type: 'tip',
      direction: 'in',
      amount: 250.5,
      status: 'completed',
      rating: 5,
      comment: 'Спасибо!',
      created_at: '2026-11-10T09:00:00.000Z',
    },
  ])
})

// spec: 9.17
test('the same batch again, and ten times simultaneously, has no effect', async () => {
  const { db } = database
  const batch = [newTip(anna, 100), newTip(boris, 200), newTip(anna, 300)]
  const responses = await Promise.all(Array.from({ length: 10 }, () => bookTips(db, batch)))
  expect(responses.reduce((sum, { booked }) => sum + booked, 0)).toBe(3)
  expect(await bookTips(db, batch)).toEqual({ booked: 0, repeated: 3 })
  expect(await readMoney(anna)).toEqual({ balance: 400_00, pending: 0 })
  expect(await readOperations(anna)).toHaveLength(2)
})

test('a batch that names a tip twice books it once', async () => {
  const twice = newTip(anna, 100, { status: 'pending' })
  const response = await bookTips(database.db, [twice, { ...twice, status: 'completed' }])
  expect(response).toEqual({ booked: 1, repeated: 1 })
  expect(await readMoney(anna)).toEqual({ balance: 100_00, pending: 0 })
})

test('a pending tip waits beside the balance until it is completed, once', async () => {
  const { db } = database
  const pending = newTip(anna, 100, { status: 'pending' })
  await bookTips(db, [pending])
  expect(await readMoney(anna)).toEqual({ balance: 0, pending: 100_00 })
  expect(await readOperations(anna)).toMatchObject([{ status: 'pending' }])

  const completed = { ...pending, status: 'completed' as const }
  await Promise.all([bookTips(db, [completed]), bookTips(db, [completed]), bookTips(db, [pending])])
  expect(await readMoney(anna)).toEqual({ balance: 100_00, pending: 0 })
  expect(await readOperations(anna)).toMatchObject([{ status: 'completed' }])
  expect(await discrepancies(db)).toEqual([])
})

describe('a receiver by external ids', () => {
  /** Gives the restaurant and its employee external ids. */
  async function name(employee: TestEmployee, restaurant = randomUUID()) {
    const { db } = database
    await db
      .updateTable('restaurant')
      .set({ external_id: restaurant })
      .where('id', '=', employee.restaurantId)
      .execute()
    await db.updateTable('employee').set({ external_id: '17' }).where('id', '=', employee.id).execute()
    return { restaurant, employee: '17' }
  }

  const named = (receiver: { restaurant: string; employee: string }, amount: number): IncomingTip => {
    const { employee_id: _, ...rest } = newTip(anna, amount)
    return { ...rest, ...receiver }
  }

  // spec: 9.17
  test('gets the tip, also beside tips by our id', async () => {
    const receiver = await name(anna)
    const batch = [named(receiver, 100), newTip(boris, 200), named(receiver, 50)]
    expect(await bookTips(database.db, batch)).toEqual({ booked: 3, repeated: 0 })
    expect(await bookTips(database.db, batch)).toEqual({ booked: 0, repeated: 3 })
    expect(await readMoney(anna)).toEqual({ balance: 150_00, pending: 0 })
    expect(await readMoney(boris)).toEqual({ balance: 200_00, pending: 0 })
  })

  test('is the same receiver as by our id', async () => {
    const receiver = await name(anna)
    const booked = newTip(anna, 100)
    await bookTips(database.db, [booked])
    const { employee_id: _, ...rest } = booked
    expect(await bookTips(database.db, [{ ...rest, ...receiver }])).toEqual({ booked: 0, repeated: 1 })
  })

  test('of another restaurant with the same employee id is another employee', async () => {
    const elsewhere = await hire(database.db, await openRestaurant(database.db))
    const [here, there] = [await name(anna), await name(elsewhere)]
    await bookTips(database.db, [named(here, 100), named(there, 70)])
    expect(await readMoney(anna)).toEqual({ balance: 100_00, pending: 0 })
    expect(await readMoney(elsewhere)).toEqual({ balance: 70_00, pending: 0 })
  })

  test('who is unknown is named, and nothing is booked', async () => {
    const receiver = await name(anna)
    const unknown = [
      [{ ...receiver, restaurant: 'nowhere' }, { 'tips.1.restaurant': ['unknown_restaurant'] }],
      [{ ...receiver, employee: 'nobody' }, { 'tips.1.employee': ['unknown_employee'] }],
    ] as const
    for (const [other, errors] of unknown) {
      const batch = [newTip(anna, 100), named(other, 100)]
      await expect(bookTips(database.db, batch)).rejects.toMatchObject({ status: 422, data: { errors } })
    }
    expect(await readMoney(anna)).toEqual({ balance: 0, pending: 0 })
  })
})

describe('all or none', () => {
  test('an unknown employee', async () => {
    for (const employee_id of [randomUUID(), 'nobody']) {
      await expect(bookTips(database.db, [newTip(anna, 100), newTip({ id: employee_id }, 100)])).rejects.toMatchObject({
        status: 422,
        data: { errors: { 'tips.1.employee_id': ['unknown_employee'] } },
      })
    }
    expect(await readMoney(anna)).toEqual({ balance: 0, pending: 0 })
  })

  test('a known tip with another amount or employee', async () => {
    const { db } = database
    const known = newTip(anna, 100)
    await bookTips(db, [known])
    for (const change of [{ amount: 101 }, { employee_id: boris.id }]) {
      await expect(bookTips(db, [newTip(anna, 5), { ...known, ...change }])).rejects.toMatchObject({
        status: 409,
        code: 'tip_changed',
      })
    }
    expect(await readMoney(anna)).toEqual({ balance: 100_00, pending: 0 })
    expect(await readMoney(boris)).toEqual({ balance: 0, pending: 0 })
  })

  test('a tip that two simultaneous requests book to two employees belongs to one of them', async () => {
    const { db } = database
    for (const external_id of Array.from({ length: 10 }, () => randomUUID())) {
      const calls = [anna, boris].map((employee) => bookTips(db, [newTip(employee, 100, { external_id })]))
      const results = await Promise.allSettled(calls)
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'tip_changed' } })
    }
    expect(await discrepancies(db)).toEqual([])
  })

  test('an external id that ends like another tip’s clearing is another tip', async () => {
    const { db } = database
    const first = newTip(anna, 100, { status: 'pending' })
    await bookTips(db, [first, newTip(anna, 50, { external_id: `${first.external_id}:clear` })])
    await bookTips(db, [{ ...first, status: 'completed' }])
    expect(await readMoney(anna)).toEqual({ balance: 150_00, pending: 0 })
  })
})

test('simultaneous batches of a thousand tips for the same employees all arrive', async () => {
  const { db } = database
  const batches = Array.from({ length: 4 }, (_, n) =>
    Array.from({ length: 1_000 }, (_, i) => newTip((i + n) % 2 ? anna : boris, 1)),
  )
  await Promise.all(batches.map((batch) => bookTips(db, batch)))
  expect(await readMoney(anna)).toEqual({ balance: 2_000_00, pending: 0 })
  expect(await readMoney(boris)).toEqual({ balance: 2_000_00, pending: 0 })
  const { total, pages } = await listUserOperations(db, anna.userId, {})
  expect({ total, pages }).toEqual({ total: 2_000, pages: 100 })
  expect(await discrepancies(db)).toEqual([])
})

test('a tip reads the rows of its employee, however many employees there are', async () => {
  const owner = connect(database.url, { max: 1 })
  await sql`
    with new_user as (
      insert into user_account (phone, password_hash, first_name)
      select '+7999' || to_char(n, 'FM0000000'), 'none', 'Анна' from generate_series(1, 5000) as n returning id
    ), employed as (
      insert into employee (user_id, restaurant_id) select id, ${anna.restaurantId}::uuid from new_user returning id
    )
    insert into ledger_account (kind, employee_id)
    select kind, id from employed cross join unnest(array['wallet', 'uncleared']) as kind`.execute(owner.db)
  await sql`analyze user_account, employee, ledger_account`.execute(owner.db)
  await owner.close()

  const { db, close } = connect(database.applicationUrl, { max: 1 })
  const rowsScanned = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db)
    const { rows } = await sql<{ scanned: number }>`
      select sum(seq_tup_read)::bigint as scanned from pg_stat_user_tables
      where relname in ('user_account', 'employee', 'ledger_account')`.execute(db)
    return rows[0]?.scanned
  }
  const before = await rowsScanned()
  await bookTips(db, [newTip(anna, 100, { status: 'pending' }), newTip(boris, 100)])
  expect(await rowsScanned()).toBe(before)
  await close()
})

test('a late tip is listed when it arrived and counted on the day it was paid', async () => {
  const { db } = database
  await bookTips(db, [newTip(anna, 100, { paid_at: '2026-11-10T12:00:00Z' })])
  await bookTips(db, [newTip(anna, 50, { paid_at: '2026-11-08T12:00:00Z' })])
  const dates = (await readOperations(anna)).map(({ created_at }) => created_at)
  expect(dates).toEqual(['2026-11-10T12:00:00.000Z', '2026-11-10T12:00:00.000Z'])
  const { days } = await readTipsStats(db, anna.userId, {
    restId: anna.restaurantId,
    from: '2026-11-08',
    to: '2026-11-08',
  })
  expect(days).toEqual([{ date: '2026-11-08', amount: 50, count: 1 }])
})
