import { randomUUID } from 'node:crypto'
import { addDays } from '@portal/contracts/calendar'
import type { OperationFilter } from '@portal/contracts/operation'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../db/connect.ts'
import { type TestDatabase, testDatabase } from '../../db/testing.ts'
import { randomOf } from '../../demo/random.ts'
import { PER_PAGE } from '../../http/numbered-pages.ts'
import { hire, openRestaurant, type TestEmployee } from '../ledger/testing.ts'
import { bookTips } from '../tips/service.ts'
import { directionOf } from './direction.ts'
import { addOperations, type NewOperation, type OperationType } from './feed.ts'
import { listUserOperations } from './service.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

/** A user with this many employees, each at a restaurant of its own. */
async function userWith(employees: number): Promise<TestEmployee[]> {
  const { db } = database
  const first = await hire(db, await openRestaurant(db))
  const others: TestEmployee[] = []
  while (others.length < employees - 1) {
    others.push(await hire(db, await openRestaurant(db), { user: first.userId }))
  }
  return [first, ...others]
}

const start = '2026-09-01'

/** From many tips to nearly none. */
const shareOfTips = (index: number) => 0.9 / (1 + 3 * index)

/**
 * Operations of random types that are hours or seconds apart. Employees begin one after another,
 * and each has its own share of the types.
 */
async function liveThroughHistory(employees: readonly TestEmployee[], seed: string, count: number): Promise<void> {
  const random = randomOf(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const rare = ['payout', 'transfer_in', 'transfer_out', 'refund', 'chargeback'] as const
  let at = Date.parse(`${start}T09:00:00+03:00`)
  for (let n = 0; n < count; ) {
    const begun = Math.ceil(((n + 1) / count) * employees.length)
    const batch = Array.from({ length: 1 + Math.floor(random() * 6) }, (): NewOperation => {
      const index = Math.floor(random() * begun)
      const { id: employeeId, userId } = employees[index] as TestEmployee
      at += random() < 0.04 ? random() * 40 * 3_600_000 : random() * 60_000
      const type = random() < shareOfTips(index) ? 'tip' : pick(rare)
      const status = pick(['completed', 'completed', 'pending'] as const)
      return { employeeId, userId, type, status, amount: 100 + Math.floor(random() * 900), title: '', at: new Date(at) }
    })
    await database.db.transaction().execute((trx) => addOperations(trx, batch))
    n += batch.length
  }
}

type Row = { id: string; type: OperationType; amount: number; status: string; day: string; employee_id: string }

/** All operations of a user, newest first. */
async function allOf(userId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, type, amount, status, (created_at at time zone 'Europe/Moscow')::date::text as day, employee_id
    from operation where user_id = ${userId} order by user_seq desc`.execute(database.db)
  return rows
}

/** Rubles of what is completed on this day. */
function totalOf(operations: readonly Row[], day: string): number {
  const ofDay = operations.filter((one) => one.day === day && one.status === 'completed')
  return ofDay.reduce((sum, { type, amount }) => sum + (directionOf(type) === 'in' ? amount : -amount), 0) / 100
}

/** Compares all pages of a list with the operations of its feed. */
async function comparePages(userId: string, feed: readonly Row[], filter: OperationFilter & { as_of?: string }) {
  const { from = '0', to = '9', as_of = feed.length } = filter
  const known = feed.slice(Math.max(0, feed.length - Number(as_of)))
  const expected = known.filter(({ day }) => day >= from && day <= to)
  for (let page = 1; page <= Math.ceil(expected.length / PER_PAGE) + 1; page += 1) {
    const { items, total, day_totals } = await listUserOperations(database.db, userId, { ...filter, page })
    const shown = expected.slice((page - 1) * PER_PAGE, page * PER_PAGE)
    expect({ filter, page, total, ids: items.map(({ id }) => id) }).toEqual({
      filter,
      page,
      total: expected.length,
      ids: shown.map(({ id }) => id),
    })
    const shownDays = [...new Set(shown.map(({ day }) => day))]
    expect(day_totals.map(({ date, total }) => ({ date, total }))).toEqual(
      shownDays.map((date) => ({ date, total: totalOf(known, date) })),
    )
  }
}

test.each([
  ['one employee', 1],
  ['three employees', 3],
])('pages of each type, restaurant and period are those of all operations: %s', async (name, count) => {
  const employees = await userWith(count)
  await liveThroughHistory(employees, name, 400)
  const [{ userId }] = employees as [TestEmployee]
  const operations = await allOf(userId)
  const days = [...new Set(operations.map(({ day }) => day))].sort()
  const dayAt = (share: number) => days[Math.floor(days.length * share)] as string
  const periods = [
    {},
    { from: dayAt(0.3) },
    { to: dayAt(0.6) },
    { from: dayAt(0.4), to: dayAt(0.5) },
    { from: addDays(start, -9), to: addDays(start, -1) },
    { as_of: '101' },
    { as_of: '51', from: dayAt(0.1) },
  ]
  for (const employee of [undefined, ...employees]) {
    for (const type of [undefined, 'tip', 'payout', 'transfer'] as const) {
      const feed = operations.filter((one) => {
        const isOfType = !type || one.type.replace(/_(in|out)$/, '') === type
        return isOfType && (!employee || one.employee_id === employee.id)
      })
      for (const period of periods) {
        await comparePages(userId, feed, { restId: employee?.restaurantId, type, ...period })
      }
    }
  }
})

test('a page far back reads the rows that it returns, not those that it skips', async () => {
  const { db } = database
  const employees = await userWith(2)
  const [first, second] = employees as [TestEmployee, TestEmployee]
  const begin = Date.parse('2025-01-01T00:00:00Z')
  for (let batch = 0; batch < 11; batch++) {
    await bookTips(
      db,
      Array.from({ length: 1_000 }, (_, n) => ({
        external_id: randomUUID(),
        // The second employee begins later.
        employee_id: n % 2 && batch > 2 ? second.id : first.id,
        amount: 1,
        // Half an hour apart: 48 a day.
        paid_at: new Date(begin + (batch * 1_000 + n) * 1_800_000).toISOString(),
        status: 'completed' as const,
      })),
    )
    const payout = { userId: first.userId, type: 'payout', amount: 1, status: 'completed', title: '' } as const
    const at = new Date(begin + (batch + 1) * 1_000 * 1_800_000)
    await db.transaction().execute((trx) => addOperations(trx, [{ ...payout, employeeId: first.id, at }]))
  }
  for (const restId of [undefined, first.restaurantId]) {
    for (const type of [undefined, 'tip'] as const) {
      await db.transaction().execute(async (trx) => {
        const before = await rowsRead(trx)
        const filter = { restId, type, from: '2025-01-02', page: 300 }
        const { items } = await listUserOperations(trx, first.userId, filter)
        expect(items).toHaveLength(PER_PAGE)
        const after = await rowsRead(trx)
        expect(after.bySequence - before.bySequence).toBe(0)
        // The page, the two days on which it begins and ends, and for each employee twenty look-ups for both
        // ends of it and for the period.
        expect(after.byIndex - before.byIndex).toBeLessThan(250)
      })
    }
  }
})

test.each([
  // All tips are of one day, whose sums read them twice.
  ['an employee without tips is not read', 0, 1_000],
  // Both ends of the page, and of the days on it, are looked for among the transfers, in a dozen steps each.
  ['transfers in a row are read by each search once, not by each of its steps', 1, 8 * 4_000],
])('tips of a user who also has other operations: %s', async (_, tips, maxRead) => {
  const { db } = database
  const [waiter, cook] = (await userWith(2)) as [TestEmployee, TestEmployee]
  const common = { userId: waiter.userId, amount: 1, status: 'completed', title: '' } as const
  const tip = { ...common, type: 'tip' } as const
  const add = (batch: readonly NewOperation[]) => db.transaction().execute((trx) => addOperations(trx, batch))
  await add(Array.from({ length: tips }, () => ({ ...tip, employeeId: cook.id })))
  for (let batch = 0; batch < 4; batch++) {
    await add(Array.from({ length: 100 }, () => ({ ...tip, employeeId: waiter.id })))
    await add(Array.from({ length: 1_000 }, () => ({ ...common, type: 'transfer_in', employeeId: cook.id })))
  }
  await db.transaction().execute(async (trx) => {
    const before = await rowsRead(trx)
    const { items } = await listUserOperations(trx, waiter.userId, { type: 'tip', page: 10, as_of: '390' })
    expect(items).toHaveLength(PER_PAGE)
    const after = await rowsRead(trx)
    expect(after.bySequence - before.bySequence).toBe(0)
    expect(after.byIndex - before.byIndex).toBeLessThan(maxRead)
  })
})

/** PostgreSQL's count of the operations that this connection has read and not reported yet. */
async function rowsRead(trx: Db): Promise<{ bySequence: number; byIndex: number }> {
  const { rows } = await sql<{ bySequence: number; byIndex: number }>`
    select seq_tup_read as "bySequence", idx_tup_fetch as "byIndex"
    from pg_stat_xact_user_tables where relname = 'operation'`.execute(trx)
  const [read] = rows
  if (!read) throw new Error('PostgreSQL counts nothing')
  return read
}
