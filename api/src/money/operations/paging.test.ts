import { addDays } from '@portal/contracts/calendar'
import type { OperationFilter } from '@portal/contracts/operation'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect, type Db } from '../../db/connect.ts'
import { sharedDatabase } from '../../db/testing/test-database.ts'
import { createRandom } from '../../demo/random.ts'
import { PER_PAGE } from '../../http/numbered-pages.ts'
import { hire, openRestaurant, type TestEmployee } from '../ledger/testing/test-ledger.ts'
import { addOperations, type NewOperation, type OperationType, operationDirection } from './feed.ts'
import { listUserOperations } from './service.ts'

const database = sharedDatabase()

/** Creates a user with this number of employees, each at another restaurant. */
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

/** The share of tips of each employee, from many to very few. */
const shareOfTips = (index: number) => 0.9 / (1 + 3 * index)

/**
 * Adds operations of random types, hours or seconds apart or of one moment, and returns their ids in that order.
 * Employees begin one after another, and each has its own share of the types.
 */
async function liveThroughHistory(employees: readonly TestEmployee[], seed: string, count: number): Promise<string[]> {
  const random = createRandom(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const rare = ['payout', 'transfer_in', 'transfer_out', 'refund', 'chargeback'] as const
  const ids: string[] = []
  let at = Date.parse(`${start}T09:00:00+03:00`)
  while (ids.length < count) {
    const begun = Math.ceil(((ids.length + 1) / count) * employees.length)
    const batch = Array.from({ length: 1 + Math.floor(random() * 6) }, (): NewOperation => {
      const index = Math.floor(random() * begun)
      const { id: employeeId, userId } = employees[index] as TestEmployee
      at += pick([0, random() * 60_000, random() < 0.1 ? random() * 40 * 3_600_000 : 0])
      const type = random() < shareOfTips(index) ? 'tip' : pick(rare)
      const status = pick(['completed', 'completed', 'pending'] as const)
      return { employeeId, userId, type, status, amount: 100 + Math.floor(random() * 900), title: '', at: new Date(at) }
    })
    ids.push(...(await add(batch)))
  }
  return ids
}

async function add(batch: readonly NewOperation[]): Promise<string[]> {
  return await database.db.transaction().execute((trx) => addOperations(trx, batch))
}

type Row = { id: string; type: OperationType; amount: number; status: string; day: string; employee_id: string }

/** The operations with these ids, the last one first. */
async function readRows(ids: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, type, amount, status, (created_at at time zone 'Europe/Moscow')::date::text as day, employee_id
    from operation where id = any(${ids}::uuid[]) order by array_position(${ids}::uuid[], id) desc`.execute(database.db)
  return rows
}

/** Rubles of the completed operations of this day. */
function dayTotal(operations: readonly Row[], day: string): number {
  const ofDay = operations.filter((one) => one.day === day && one.status === 'completed')
  return ofDay.reduce((sum, { type, amount }) => sum + (operationDirection(type) === 'in' ? amount : -amount), 0) / 100
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
      shownDays.map((date) => ({ date, total: dayTotal(known, date) })),
    )
  }
}

test.each([
  ['one employee', 1],
  ['three employees', 3],
])('pages of each type, restaurant and period are those of all operations: %s', async (name, count) => {
  const employees = await userWith(count)
  const operations = await readRows(await liveThroughHistory(employees, name, 400))
  const [{ userId }] = employees as [TestEmployee]
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
        const isWanted = !type || one.type.replace(/_(in|out)$/, '') === type
        return isWanted && (!employee || one.employee_id === employee.id)
      })
      for (const period of periods) {
        await comparePages(userId, feed, { restId: employee?.restaurantId, type, ...period })
      }
    }
  }
})

/** Reads the ids of all pages of a list, from the newest on. `meanwhile` happens before each further page. */
async function readAllPages(userId: string, filter: OperationFilter, meanwhile: () => Promise<unknown>) {
  const first = await listUserOperations(database.db, userId, filter)
  const ids = first.items.map(({ id }) => id)
  for (let page = 2; page <= first.pages; page += 1) {
    await meanwhile()
    const { items, total } = await listUserOperations(database.db, userId, { ...filter, page, as_of: first.as_of })
    expect(total).toBe(first.total)
    ids.push(...items.map(({ id }) => id))
  }
  return ids
}

const moment = new Date(`${start}T12:00:00Z`)
const tip = { type: 'tip', amount: 100, status: 'completed', title: 'Чаевые' } as const

test.each([
  ['all operations', {}],
  ['tips', { type: 'tip' }],
  ['a period', { from: start, to: start }],
  ['what a search finds', { q: 'чаевые' }],
] as const)('pages do not shift while late tips of the same moment arrive: %s', async (_, filter) => {
  const [first, second] = (await userWith(2)) as [TestEmployee, TestEmployee]
  const firstTip = { ...tip, employeeId: first.id, userId: first.userId, at: moment }
  const secondTip = { ...firstTip, employeeId: second.id }
  const ids = [
    ...(await add(Array.from({ length: 35 }, () => firstTip))),
    ...(await add(Array.from({ length: 35 }, () => secondTip))),
  ]
  const arrive = () => add([firstTip, secondTip, { ...firstTip, at: new Date(+moment - 60_000) }])
  expect(await readAllPages(first.userId, filter, arrive)).toEqual(ids.toReversed())
})

test.each([
  // The id is from a server whose clock is ahead.
  ['has a greater id', 'ffffffff-ffff-7fff-bfff-ffffffffffff', 0],
  ['is dated by parts of a millisecond', '00000000-0000-7000-8000-000000000000', 4],
])('what is added comes after an operation that %s', async (_, id, microseconds) => {
  const [employee] = (await userWith(1)) as [TestEmployee]
  const { id: employeeId, userId } = employee
  const [before = ''] = await add([{ ...tip, employeeId, userId, at: moment }])
  await sql`
    insert into operation (id, employee_id, user_id, type, amount, status, title, created_at)
    values (${id}, ${employeeId}, ${userId}, 'tip', 100, 'completed', '',
      ${moment}::timestamptz + ${microseconds}::int * interval '1 microsecond')`.execute(database.db)
  await sql`update operation_feed set count = count + 1 where owner_id in (${employeeId}, ${userId})`.execute(
    database.db,
  )
  const after = await add([tip, tip].map((operation) => ({ ...operation, employeeId, userId, at: moment })))
  const { items } = await listUserOperations(database.db, userId, {})
  expect(items.map(({ id }) => id)).toEqual([...after.toReversed(), id, before])
})

test('a page far back reads the rows that it returns, not those that it skips', async () => {
  const { db } = database
  const [first, second] = (await userWith(2)) as [TestEmployee, TestEmployee]
  const begin = Date.parse('2025-01-01T00:00:00Z')
  for (let batch = 0; batch < 11; batch++) {
    const tips = Array.from({ length: 1_000 }, (_, n) => ({
      ...tip,
      userId: first.userId,
      // The second employee begins later.
      employeeId: n % 2 && batch > 2 ? second.id : first.id,
      // Half an hour apart: 48 a day.
      at: new Date(begin + (batch * 1_000 + n) * 1_800_000),
    }))
    await add([...tips, ...tips.slice(-1).map((last) => ({ ...last, type: 'payout' as const, employeeId: first.id }))])
  }
  const owner = connect(database.url)
  await sql`vacuum (analyze, disable_page_skipping) operation`.execute(owner.db)
  await owner.close()
  for (const restId of [undefined, first.restaurantId]) {
    for (const type of [undefined, 'tip'] as const) {
      await db.transaction().execute(async (trx) => {
        const before = await rowsRead(trx)
        const { items } = await listUserOperations(trx, first.userId, { restId, type, page: 170 })
        expect(items).toHaveLength(PER_PAGE)
        const after = await rowsRead(trx)
        expect(after.bySequence - before.bySequence).toBe(0)
        // It reads the page, and the two days on which the page begins and ends.
        expect(after.byIndex - before.byIndex).toBeLessThan(150)
      })
    }
  }
})

/** PostgreSQL's count of the operations that this connection has read from the table and not reported yet. */
async function rowsRead(trx: Db): Promise<{ bySequence: number; byIndex: number }> {
  const { rows } = await sql<{ bySequence: number; byIndex: number }>`
    select seq_tup_read as "bySequence", idx_tup_fetch as "byIndex"
    from pg_stat_xact_user_tables where relname = 'operation'`.execute(trx)
  const [read] = rows
  if (!read) throw new Error('PostgreSQL counts nothing')
  return read
}
