import { type OperationFilter, SEARCHED_OPERATIONS } from '@portal/contracts/operation'
import { foundTexts } from '@portal/contracts/testing/found-texts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedDatabase } from '../../db/testing/test-database.ts'
import { requireFound } from '../../http/problem.ts'
import { hire, openRestaurant, type TestEmployee } from '../ledger/testing/test-ledger.ts'
import { listUserReviews } from '../reviews/service.ts'
import { operationsCsv } from './csv.ts'
import { addOperations, type NewOperation } from './feed.ts'
import { findList } from './repository.ts'
import { parseSearch } from './search.ts'
import { listUserOperations } from './service.ts'

const database = sharedDatabase()
let anna: TestEmployee

beforeEach(async () => {
  anna = await hire(database.db, await openRestaurant(database.db))
})

async function add(operations: readonly Partial<NewOperation>[]): Promise<void> {
  const common = { employeeId: anna.id, userId: anna.userId, type: 'tip', amount: 777_77, status: 'completed' } as const
  await database.db.transaction().execute((trx) =>
    addOperations(
      trx,
      operations.map((operation) => ({ ...common, title: 'Чаевые', ...operation })),
    ),
  )
}

async function find(q: string, filter: OperationFilter & { page?: number; as_of?: string } = {}) {
  return await listUserOperations(database.db, anna.userId, { restId: anna.restaurantId, ...filter, q })
}

/** Reads the lines of the file, without the headings. */
async function fileLines(q: string): Promise<string[]> {
  const filter = { restId: anna.restaurantId, search: parseSearch(q) }
  const list = requireFound(await findList(database.db, anna.userId, filter))
  let text = ''
  for await (const piece of operationsCsv(database.db, 'user', list)) text += piece
  return text.trimEnd().split('\r\n').slice(1)
}

/** Returns the comments of the found operations. */
async function comments(q: string, filter: OperationFilter = {}): Promise<(string | undefined)[]> {
  return (await find(q, filter)).items.map(({ comment }) => comment)
}

// spec: 2.151
test.each([
  ['спасибо', ['Большое СПАСИБО!']],
  ['БОЛЬШОЕ   спас', ['Большое СПАСИБО!']],
  [' елка ', ['Ёлка и 100% (правда?)']],
  ['ЁЛКА', ['Ёлка и 100% (правда?)']],
  ['100% (правда?)', ['Ёлка и 100% (правда?)']],
  ['a\\b[c]^.*', ['a\\b[c]^.*']],
  ['%', ['Ёлка и 100% (правда?)']],
  ['.*', ['a\\b[c]^.*']],
  ['вывод', ['Заголовок']],
  ['нет такого', []],
  ['спас большое', ['Большое СПАСИБО!']],
  ['1234 заголовок', ['Заголовок']],
  // With more words than patterns, the last words must follow each other.
  [`${'а '.repeat(15)}ёлка и 100%`, ['Ёлка и 100% (правда?)']],
  [`${'а '.repeat(15)}100% ёлка и`, []],
])('text %j finds %j', async (q, found) => {
  await add([
    { comment: 'Большое СПАСИБО!' },
    { comment: 'Ёлка и 100% (правда?)' },
    { comment: 'a\\b[c]^.*' },
    { title: 'Вывод · Мир •• 1234', type: 'payout', comment: 'Заголовок' },
  ])
  expect(await comments(q)).toEqual(found)
})

test.each(foundTexts)('in the comment %j, the typed %j is found: %s', async (comment, q, isFound) => {
  await add([{ comment }, { comment: 'Другое' }])
  expect(await comments(q)).toEqual(isFound ? [comment] : [])
})

// spec: 2.151
test.each([
  ['1000', ['ровно', 'номер']],
  ['1 000', ['ровно', 'номер']],
  ['1 000 ₽', ['ровно']],
  ['+1000', ['ровно']],
  ['1000,00', ['ровно']],
  ['1000.5 ₽', ['с копейками']],
  ['1000,50', ['с копейками']],
  ['1000,05', []],
  ['№ 1000', ['номер']],
  ['100', []],
  ['99999999999999999999', []],
])('sum or number %j finds %j', async (q, found) => {
  // Operations of all restaurants share their numbers, so no operation has this number yet.
  await add([{ amount: 1_000_50, comment: 'с копейками' }])
  await add([{ number: 1000, comment: 'номер' }])
  await add([{ amount: 1_000_00, comment: 'ровно' }])
  expect(await comments(q)).toEqual(found)
})

describe('pages of what is found', () => {
  test('are counted, do not shift, and have the totals of the days of what is found', async () => {
    const at = (day: number) => new Date(Date.UTC(2026, 10, day, 9))
    await add(Array.from({ length: 30 }, (_, n) => ({ amount: 1_00, comment: 'да', at: at(n < 5 ? 1 : 2) })))
    await add([{ amount: 500_00, comment: 'нет', at: at(2) }])
    const first = await find('да')
    expect(first).toMatchObject({ page: 1, pages: 2, total: 30, items: { length: 20 } })
    expect(first.day_totals).toMatchObject([{ date: '2026-11-02', total: 25, tips: 25 }])
    await add([{ comment: 'да' }])
    const second = await find('да', { page: 2, as_of: first.as_of })
    expect(second).toMatchObject({ total: 30, items: { length: 10 } })
    expect(second.day_totals).toMatchObject([
      { date: '2026-11-02', total: 25 },
      { date: '2026-11-01', total: 5 },
    ])
    expect(await find('да', { page: 9 })).toMatchObject({ items: [], total: 31 })
    expect(await find('никогда')).toMatchObject({ items: [], total: 0, day_totals: [] })
  })

  test('are of the chosen type, period and restaurant', async () => {
    await add([{ comment: 'да, раньше', at: new Date('2026-11-01T09:00:00Z') }])
    await add([{ comment: 'да', at: new Date('2026-11-02T09:00:00Z') }])
    await add([{ comment: 'да, вывод', type: 'payout', at: new Date('2026-11-02T10:00:00Z') }])
    const second = await hire(database.db, await openRestaurant(database.db), { user: anna.userId })
    expect(await comments('да', { from: '2026-11-02', to: '2026-11-02', type: 'tip' })).toEqual(['да'])
    expect(await comments('да', { type: 'payout' })).toEqual(['да, вывод'])
    expect(await comments('да', { restId: second.restaurantId })).toEqual([])
  })

  test('never have what another user has', async () => {
    await add([{ comment: 'чужое', number: 5_005 }])
    const boris = await hire(database.db, { id: anna.restaurantId, bank: anna.bank })
    for (const q of ['чужое', '5005', '777,77']) {
      expect((await listUserOperations(database.db, boris.userId, { q })).total).toBe(0)
    }
  })
})

test('an empty text is no search', async () => {
  await add([{}, {}])
  expect(await find('  ')).toMatchObject({ total: 2 })
})

test('the file has what the list has', async () => {
  await add(Array.from({ length: 450 }, (_, n) => ({ comment: n % 2 ? 'да' : 'нет' })))
  const lines = await fileLines('да')
  expect(lines).toHaveLength(225)
  expect(lines.every((line) => line.includes(';да;'))).toBe(true)
})

test('texts and sums are looked for among the newest operations, a number and reviews among all', async () => {
  const count = SEARCHED_OPERATIONS + 10
  await add([{ number: 7_007, comment: 'давно', amount: 12_34 }])
  // By SQL, because the service would take a minute for so many.
  await sql`
    insert into operation (employee_id, user_id, type, amount, status, title, created_at)
    select ${anna.id}, ${anna.userId}, 'tip', 100, 'completed', 'Чаевые', now() from generate_series(2, ${count}::int)`.execute(
    database.db,
  )
  await database.db.updateTable('operation_feed').set({ count }).where('owner_id', '=', anna.id).execute()
  expect(await find('давно')).toMatchObject({ total: 0, has_unsearched: true })
  expect(await find('12,34')).toMatchObject({ total: 0, has_unsearched: true })
  expect(await find('7007')).toMatchObject({ total: 1, items: [{ comment: 'давно' }] })
  expect(await fileLines('7007')).toEqual([expect.stringContaining(';давно')])
  const reviews = await listUserReviews(database.db, anna.userId, { restId: anna.restaurantId })
  expect(reviews).toMatchObject({ total: 1, items: [{ comment: 'давно' }] })
})
