import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compiledQuery } from './compiled-query.ts'
import { type TestDatabase, testDatabase } from './testing.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('each execution has its own values, and each shape its own text', async () => {
  const { db } = database
  const built: string[] = []
  const query = compiledQuery(['left', 'right'], (_db, { operator }: { operator: '+' | '-' }, { left, right }) => {
    built.push(operator)
    return sql<{ result: number }>`select ${left}::int ${sql.raw(operator)} ${right}::int * ${2}::int as result`
  })
  expect(await query(db, { operator: '+' }, { left: 1, right: 2 })).toEqual([{ result: 5 }])
  expect(await query(db, { operator: '+' }, { left: 30, right: 40 })).toEqual([{ result: 110 }])
  expect(await query(db, { operator: '-' }, { left: 30, right: 40 })).toEqual([{ result: -50 }])
  expect(await query(db, { operator: '-' }, { left: null, right: 1 })).toEqual([{ result: null }])
  expect(built).toEqual(['+', '-'])
})

test('runs in the transaction that it is given', async () => {
  const query = compiledQuery(['name'], (_db, _shape: object, { name }) => {
    return sql`insert into restaurant (name, bank) values (${name}, 'Т-Банк')`
  })
  const canceled = database.db.transaction().execute(async (trx) => {
    await query(trx, {}, { name: 'Берёзка' })
    throw new Error('canceled')
  })
  await expect(canceled).rejects.toThrow('canceled')
  expect(await database.db.selectFrom('restaurant').select('name').execute()).toEqual([])
})
