import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { migrateBefore } from './migrate-before.ts'
import { emptyDatabase } from './testing.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let client: pg.Client
beforeEach(async () => {
  database = await emptyDatabase()
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

const addCard = (bank: string, last4: string, more = { is_default: false, status: 'active', deleted: false }) =>
  client.query(
    `insert into payout_binding
       (user_id, bank, type, card_token, mask, last4, network, bank_name, is_default, status, created_at, deleted_at)
     values ($1, $2, 'card', $3, '', $3, 'mir', '', $4, $5, $6, $7)`,
    // The last two digits are the year of its addition.
    [user, bank, last4, more.is_default, more.status, `20${last4.slice(2)}-01-01`, more.deleted ? new Date() : null],
  )

const defaults = async () =>
  (await client.query('select bank, last4 from payout_binding where is_default order by bank')).rows

// spec: 8.4
test('sets the oldest active method as the default of banks that had none, and leaves the others', async () => {
  await migrateBefore(database.url, '0014')
  await addUser()
  await addCard('none', '0012', { is_default: false, status: 'blocked', deleted: false })
  await addCard('none', '0014')
  await addCard('none', '0013')
  await addCard('blocked', '0015', { is_default: false, status: 'blocked', deleted: false })
  await addCard('right', '0016')
  await addCard('right', '0017', { is_default: true, status: 'active', deleted: false })
  await addCard('deleted', '0018', { is_default: true, status: 'active', deleted: true })
  await addCard('deleted', '0019')
  await addCard('empty', '0020', { is_default: true, status: 'active', deleted: true })
  await migrate(database.url)
  expect(await defaults()).toEqual([
    { bank: 'blocked', last4: '0015' },
    { bank: 'deleted', last4: '0019' },
    { bank: 'none', last4: '0013' },
    { bank: 'right', last4: '0017' },
  ])
})

// spec: 8.4
test('methods without a default cannot be committed', async () => {
  await migrate(database.url)
  await addUser()
  await expect(addCard('Т-Банк', '0012')).rejects.toThrow(/have no default/)
  await addCard('Т-Банк', '0013', { is_default: true, status: 'active', deleted: false })
  await addCard('Т-Банк', '0014')
  const is = (last4: string, values: string) =>
    client.query(`update payout_binding set ${values} where last4 = $1`, [last4])
  await expect(is('0013', 'is_default = false')).rejects.toThrow(/have no default/)
  await expect(is('0013', 'deleted_at = now(), is_default = false')).rejects.toThrow(/have no default/)
  await client.query('begin')
  await is('0013', 'is_default = false')
  await is('0014', 'is_default = true')
  await client.query('commit')
  await client.query('delete from payout_binding')
  expect(await defaults()).toEqual([])
})
