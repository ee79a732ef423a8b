import { expect, test } from 'vitest'
import { sharedDatabase } from '../../db/testing/test-database.ts'
import { requireFound } from '../../http/problem.ts'
import { hire, openRestaurant, type TestEmployee } from '../ledger/testing/test-ledger.ts'
import { limitExports, operationsCsv } from './csv.ts'
import { addOperations, type NewOperation } from './feed.ts'
import { findList } from './repository.ts'

const database = sharedDatabase()
let anna: TestEmployee

async function exportCsv(operations: Partial<NewOperation>[]): Promise<string> {
  const { db } = database
  anna = await hire(db, await openRestaurant(db, { name: 'Кафе «Мост; река»' }))
  const one: NewOperation = {
    employeeId: anna.id,
    userId: anna.userId,
    type: 'tip',
    amount: 100,
    status: 'completed',
    title: 'Чаевые',
    at: new Date('2026-11-09T21:30:00Z'),
  }
  await db.transaction().execute((trx) =>
    addOperations(
      trx,
      operations.map((operation) => ({ ...one, ...operation })),
    ),
  )
  return await readAll({})
}

async function readAll(filter: { from?: string; to?: string }): Promise<string> {
  let text = ''
  const list = requireFound(await findList(database.db, anna.userId, { restId: anna.restaurantId, ...filter }))
  for await (const piece of operationsCsv(database.db, 'user', list)) text += piece
  return text
}

// spec: 2.70
test('the file is what Excel opens as a table: BOM, semicolons, decimal commas, the restaurant’s time', async () => {
  const text = await exportCsv([
    { amount: 1_234_50, rating: 5, comment: 'Всё "супер";\nспасибо' },
    {
      type: 'payout',
      amount: 500_00,
      fee: 9_00,
      restaurantFee: 6_00,
      status: 'canceled',
      title: 'Вывод · Мир •• 1234',
    },
  ])
  const [heading, payout = '', ...rest] = text.split('\r\n')
  expect(heading).toBe(
    '\uFEFFНомер операции;Дата;Время;Ресторан;Тип;Операция;Сумма, ₽;Комиссия, ₽;Ресторан платит, ₽;Статус;Оценка;Комментарий;Гость оплатил',
  )
  expect(payout).toMatch(
    /^\d{6,};10\.11\.2026;00:30;"Кафе «Мост; река»";Вывод средств;Вывод · Мир •• 1234;-500,00;9,00;6,00;Отклонено;;;$/,
  )
  expect(rest.join('\r\n')).toMatch(
    /^\d{6,};10\.11\.2026;00:30;"Кафе «Мост; река»";Чаевые;Чаевые;1234,50;0,00;0,00;Зачислено;5;"Всё ""супер"";\nспасибо";10\.11\.2026\r\n$/,
  )
})

test.each(['=1+1', '+7', '-1', '@SUM(A1)', '\t=1', ' =1', '=cmd|"/c calc"!A1', '＝1+1'])(
  'a comment %j is text, not a formula',
  async (comment) => {
    const [, line] = (await exportCsv([{ comment }])).split('\r\n')
    expect(line?.split(';').at(-2)).toMatch(/^"?'/)
  },
)

test('a long list comes whole and in order, in pieces', async () => {
  const text = await exportCsv(Array.from({ length: 2_345 }, (_, n) => ({ amount: (n + 1) * 100 })))
  const lines = text.trimEnd().split('\r\n').slice(1)
  expect(lines).toHaveLength(2_345)
  expect(lines.map((line) => line.match(/(\d+),00;0,00/)?.[1])).toEqual(lines.map((_, n) => String(2_345 - n)))
})

test('the file contains the period only', async () => {
  await exportCsv([{ at: new Date('2026-11-09T20:59:59Z'), amount: 1_00 }, { amount: 2_00 }])
  expect(await readAll({ to: '2026-11-09' })).toContain(';1,00;')
  expect(await readAll({ to: '2026-11-09' })).not.toContain(';2,00;')
})

test('exports of one user from two restaurants delay the export of another user by one piece', async () => {
  const { db } = database
  await exportCsv([{}])
  const list = requireFound(await findList(db, anna.userId, { restId: anna.restaurantId }))
  const hold = Promise.withResolvers<void>()
  const held = limitExports(() => hold.promise, 'vera')
  const served: string[] = []
  const exports = ['anna', 'anna', 'boris'].map(async (user, index) => {
    await operationsCsv(db, user, { ...list, id: `${index}` }).next()
    served.push(user)
  })
  hold.resolve()
  await Promise.all([held, ...exports])
  expect(served).toEqual(['anna', 'boris', 'anna'])
})
