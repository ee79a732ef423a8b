import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../db/migrate.ts'
import { migrateBefore } from '../../db/migrate-before.ts'
import { emptyDatabase } from '../../db/testing.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let client: pg.Client

beforeEach(async () => {
  database = await emptyDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await migrateBefore(database.url, '0015')
})
afterEach(async () => {
  await client.end()
  await database.drop()
})

async function rows<T>(sql: string): Promise<T[]> {
  return (await client.query(sql)).rows as T[]
}

// spec: 9.15
test('operations of the previous version get numbers in their order, those of a payout the payout’s number', async () => {
  await client.query(`
    with at as (insert into restaurant (name, bank) values ('Берёзка', 'Т-Банк') returning id),
    who as (insert into user_account (phone, password_hash, first_name) values ('+79000000001', '', 'Анна') returning id),
    anna as (
      insert into employee (user_id, restaurant_id) select who.id, at.id from who, at returning id, user_id
    ),
    card as (
      insert into payout_binding (user_id, bank, type, card_token, mask, last4, network, bank_name, is_default)
      select user_id, 'Т-Банк', 'card', 't', 'm', '1234', 'mir', 'Сбербанк', true from anna returning id
    ),
    paid as (
      insert into payout (kind, employee_id, user_id, binding_id, amount, fee, destination_type, destination_title, employee_seq, user_seq)
      select 'payout', anna.id, anna.user_id, card.id, 100, 0, 'card', 'Мир', 1, 1 from anna, card returning id
    )
    insert into operation (employee_id, user_id, type, amount, status, title, payout_id, created_at, employee_seq, employee_type_seq, user_seq, user_type_seq)
    select anna.id, anna.user_id, case n when 3 then 'payout' else 'tip' end, n, 'completed', '', case n when 3 then paid.id end,
      now() + n * interval '1 minute', n, n, n, n
    from anna, paid, generate_series(1, 5) n`)

  await migrate(database.url)
  const [payout] = await rows<{ number: string }>('select number from payout')
  const numbers = (await rows<{ number: string }>('select number from operation order by user_seq')).map((row) =>
    Number(row.number),
  )
  expect(numbers[2]).toBe(Number(payout?.number))
  const others = numbers.filter((_, index) => index !== 2)
  expect(others).toEqual([...others].sort((a, b) => a - b))
  expect(new Set(numbers).size).toBe(5)

  // Later operations have other numbers.
  const [next] = await rows<{ number: string }>("select nextval('payout_number_seq') as number")
  expect(numbers).not.toContain(Number(next?.number))
})
