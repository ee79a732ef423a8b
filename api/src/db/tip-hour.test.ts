import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { migrate } from './migrate.ts'
import { migrateBefore } from './migrate-before.ts'
import { emptyDatabase } from './testing.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let client: pg.Client
beforeEach(async () => {
  database = await emptyDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await migrateBefore(database.url, '0054')
  await client.query(`
    -- What the tables require of each other beside these sums has tests of its own.
    set session_replication_role = replica;
    insert into restaurant (id, name, bank, time_zone) values ('${port}', 'Порт', 'Т-Банк', 'Asia/Vladivostok');
    insert into employee (id, user_id, restaurant_id) values ('${anna}', gen_random_uuid(), '${port}')`)
})
afterEach(async () => {
  await client.end()
  await database.drop()
})

const port = 'de300000-0000-4000-8001-000000000001'
const anna = 'de300000-0000-4000-8003-000000000001'

/** Adds a tip, and counts it in its day as a version before does. */
async function book(id: string, day: string, paid_at: string, amount: number): Promise<void> {
  await client.query(
    `insert into tip (external_id, employee_id, amount, status, paid_at, operation_id)
     values ($1, $2, $3, 'completed', $4, gen_random_uuid())`,
    [id, anna, amount, paid_at],
  )
  await client.query(
    `insert into tip_day (employee_id, day, amount, count) values ($1, $2, $3, 1)
     on conflict (employee_id, day) do update set amount = tip_day.amount + excluded.amount, count = tip_day.count + 1`,
    [anna, day, amount],
  )
}

const sums = async () =>
  (
    await client.query("select day || ' ' || hour || ' ' || amount || ' ' || count as row from tip_hour order by 1")
  ).rows.map(({ row }) => row)

test('has the tips from before the migration by the restaurant’s clock, as adjusted', async () => {
  await book('a', '2026-11-09', '2026-11-09T13:59:59Z', 100)
  await book('b', '2026-11-10', '2026-11-09T14:00:00Z', 30)
  await book('c', '2026-11-10', '2026-11-09T14:59:00Z', 50)
  await client.query(`insert into tip_adjustment (external_id, tip, kind, change, while_pending, operation_id)
    values ('x', 'a', 'correction', -40, false, gen_random_uuid()), ('y', 'c', 'chargeback', -50, false, gen_random_uuid())`)
  await migrate(database.url)
  expect(await sums()).toEqual(['2026-11-09 23 60 1', '2026-11-10 0 30 1'])
})

test('has a tip once that is booked while the migration runs', async () => {
  await book('a', '2026-11-09', '2026-11-09T10:00:00Z', 100)
  await client.query('begin')
  await book('b', '2026-11-09', '2026-11-09T11:00:00Z', 70)
  await book('c', '2026-11-09', '2026-11-09T10:30:00Z', 5)
  const migrated = migrate(database.url)
  // It has added up what it can see, and waits for this transaction.
  await vi.waitFor(async () => {
    const { rows } = await client.query(
      "select from pg_locks where not granted and relation = 'tip'::regclass and mode = 'ShareRowExclusiveLock'",
    )
    expect(rows).toHaveLength(1)
  })
  await client.query('commit')
  await migrated
  expect(await sums()).toEqual(['2026-11-09 20 105 2', '2026-11-09 21 70 1'])
})
