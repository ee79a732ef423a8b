import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from './testing.ts'

let database: TestDatabase
let client: pg.Client
beforeEach(async () => {
  database = await testDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await database.drop()
})

const user = 'de300000-0000-4000-8002-000000000001'

const addUser = () =>
  client.query(
    `insert into user_account (id, phone, password_hash, first_name, last_name)
     values ($1, '+79161234567', 'none', 'Анна', 'Смирнова')`,
    [user],
  )

const addCard = (last4: string, isDefault = false) =>
  client.query(
    `insert into payout_binding (user_id, bank, type, card_token, mask, last4, network, bank_name, is_default)
     values ($1, 'Т-Банк', 'card', $2, '', $2, 'mir', '', $3)`,
    [user, last4, isDefault],
  )

// spec: 8.4
test('methods without a default cannot be committed', async () => {
  await addUser()
  await expect(addCard('0012')).rejects.toThrow(/have no default/)
  await addCard('0013', true)
  await addCard('0014')
  const is = (last4: string, values: string) =>
    client.query(`update payout_binding set ${values} where last4 = $1`, [last4])
  await expect(is('0013', 'is_default = false')).rejects.toThrow(/have no default/)
  await expect(is('0013', 'deleted_at = now(), is_default = false')).rejects.toThrow(/have no default/)
  await client.query('begin')
  await is('0013', 'is_default = false')
  await is('0014', 'is_default = true')
  await client.query('commit')
  await client.query('delete from payout_binding')
  expect((await client.query('select from payout_binding')).rowCount).toBe(0)
})
