import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from './testing.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const attacks = [
  'update ledger_entry set amount = 1',
  'delete from ledger_entry',
  'truncate ledger_entry',
  'update ledger_transfer set amount = 1',
  'delete from ledger_transfer',
  'truncate ledger_transfer cascade',
  "update migration set checksum = ''",
  'drop table ledger_entry',
  'alter table ledger_entry disable trigger all',
]

test.each(attacks)('the application may not: %s', async (attack) => {
  await expect(database.pool.query(attack)).rejects.toThrow(/permission denied|must be owner/)
})

test('the owner is stopped by the triggers', async () => {
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  for (const attack of attacks.slice(0, 6)) await expect(owner.query(attack)).rejects.toThrow('append-only table')
  await owner.end()
})

test('the application reads and writes the rest', async () => {
  const { db } = database
  await db.insertInto('restaurant').values({ name: 'Берёзка', bank: 'Т-Банк' }).execute()
  await db.updateTable('restaurant').set({ time_zone: 'Asia/Omsk' }).execute()
  expect(await db.selectFrom('restaurant').select(['name', 'time_zone']).execute()).toEqual([
    { name: 'Берёзка', time_zone: 'Asia/Omsk' },
  ])
  await db.deleteFrom('restaurant').execute()
  await db.insertInto('sandbox.sms').values({ phone: '+79000000001', text: 'Код 123456' }).execute()
})
