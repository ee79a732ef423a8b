import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { runForOutcome } from '@portal/command/program'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Connection, connect } from '../../db/connect.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import { settle } from '../../payouts/delivery/settle.ts'
import { requestPayout } from '../../payouts/service.ts'
import { sharingOrder } from '../../payouts/sharing/testing/sharing-order.ts'
import { codeFor, settings, signedIn, withdraw } from '../../payouts/testing/withdrawals.ts'
import { adjustTips } from '../tips/adjust-tips.ts'
import { bookTips } from '../tips/service.ts'
import { newTip } from '../tips/testing/test-tips.ts'
import { checkLedger } from './check-ledger.ts'
import { checkDrift } from './drift/check-drift.ts'
import { countMonthsAhead, countMonthsBehind, prepareMonths } from './months.ts'
import { earn, hire, openRestaurant, type TestEmployee, walletBalance } from './testing/test-ledger.ts'
import { readTrialBalance } from './trial-balance.ts'

let database: TestDatabase
let owner: Connection
let anna: TestEmployee

beforeEach(async () => {
  database = await createTestDatabase()
  owner = connect(database.url, { max: 1 })
  // The month may have begun since the template of the database was migrated.
  await prepareMonths(database.db)
  anna = await hire(database.db, await openRestaurant(database.db))
})
afterEach(async () => {
  await owner.close()
  await database.drop()
})

const transfers = async () => {
  const { rows } = await sql<{ partition: string; ref: string }>`
    select tableoid::regclass::text as partition, ref from ledger_transfer order by id`.execute(database.db)
  return rows
}

const partitionName = (monthsAhead: number) => {
  const now = new Date(new Date().toLocaleString('en-US', { timeZone: 'Europe/Moscow' }))
  const month = new Date(now.getFullYear(), now.getMonth() + monthsAhead, 15)
  return `ledger_transfer_${month.getFullYear()}${String(month.getMonth() + 1).padStart(2, '0')}`
}

/** Begins the next month early, as `prepare_ledger_months` begins this one. */
async function beginNextMonth(): Promise<void> {
  await sql`select setval('ledger_transfer_id_seq',
    ledger_month_start(((now() at time zone 'Europe/Moscow') + interval '1 month')::date))`.execute(owner.db)
}

/** Verifies all transfers; transactions of other tests may hold back the horizon. */
async function prove(): Promise<void> {
  const left = async () => {
    expect((await checkDrift(database.db))?.differences).toEqual([])
    const { rows } = await sql<{ left: number }>`
      select (select max(id) from ledger_transfer) - transfer_id as left from ledger_checkpoint`.execute(database.db)
    return rows[0]?.left
  }
  await expect.poll(left).toBe(0)
}

const close = (month = 'now()') =>
  sql`select close_ledger_month((${sql.raw(month)} at time zone 'Europe/Moscow')::date)`.execute(owner.db)

// spec: 6.60
test('a transfer is in the partition of its month, and two months are prepared ahead', async () => {
  await earn(database.db, anna, 100)
  expect(await transfers()).toMatchObject([{ partition: partitionName(0) }])
  expect(await countMonthsAhead(database.db)).toBe(2)
})

test('several simultaneous processes prepare months, and begin no month twice', async () => {
  await earn(database.db, anna, 100)
  await Promise.all([1, 2, 3, 4].map(() => prepareMonths(database.db)))
  await earn(database.db, anna, 200)
  expect((await transfers()).map(({ partition }) => partition)).toEqual([partitionName(0), partitionName(0)])
})

// spec: 6.60
test('without the partitions of a month its transfers are written to the previous month', async () => {
  const next = partitionName(1)
  await owner.pool.query(`drop table ${next}, ${next.replace('transfer', 'entry')}`)
  expect(await countMonthsAhead(database.db)).toBe(0)
  await earn(database.db, anna, 100)
  expect(await transfers()).toMatchObject([{ partition: partitionName(0) }])
  await prepareMonths(database.db)
  expect(await countMonthsAhead(database.db)).toBe(2)
})

/** Sets the ledger to the month that was this number of months ago. */
const setMonth = (monthsAgo: number) =>
  sql`select setval('ledger_transfer_id_seq', ledger_month_start(
    (date_trunc('month', now() at time zone 'Europe/Moscow') - make_interval(months => ${monthsAgo}))::date))`.execute(
    owner.db,
  )

// spec: 6.60
test('only the next month begins by itself, and an operator begins a later one', async () => {
  await setMonth(1)
  expect(await countMonthsBehind(database.db)).toBe(1)
  await prepareMonths(database.db)
  expect(await countMonthsBehind(database.db)).toBe(0)

  // Acts as if the clock of the database were months or years ahead.
  for (const months of [2, 14]) {
    await setMonth(months)
    await expect(prepareMonths(database.db)).rejects.toThrow('it is not the next one')
    expect(await countMonthsBehind(database.db)).toBe(months)
  }
  const month = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Moscow' }).replace(/..$/, '01')
  await owner.pool.query('select add_ledger_month($1)', [month])
  await owner.pool.query(`select setval('ledger_transfer_id_seq', ledger_month_start($1))`, [month])
  await prepareMonths(database.db)
  await earn(database.db, anna, 100)
  expect(await transfers()).toMatchObject([{ partition: partitionName(0) }])

  await beginNextMonth()
  expect(await countMonthsBehind(database.db)).toBe(-1)
})

// spec: 6.60
test('a ref is used once, also in another month', async () => {
  const tip = {
    external_id: randomUUID(),
    employee_id: anna.id,
    amount: 100,
    paid_at: new Date().toISOString(),
    status: 'completed' as const,
  }
  await bookTips(database.db, [tip])
  await beginNextMonth()
  expect(await bookTips(database.db, [tip])).toEqual({ booked: 0, repeated: 1 })
  const { wallet, clearing } = (
    await owner.pool.query(
      `select (select id from ledger_account where kind = 'wallet' and employee_id = $1)::text as wallet, 'tips_clearing' as clearing`,
      [anna.id],
    )
  ).rows[0]
  const post = (amount: number) =>
    database.pool.query('select post_transfers($1)', [
      JSON.stringify([{ ref: `tip:${tip.external_id}`, kind: 'tip', debit: clearing, credit: wallet, amount }]),
    ])
  await post(100_00)
  await expect(post(200_00)).rejects.toThrow('was used for another transfer')
  expect(await walletBalance(database.db, anna)).toBe(100_00)
  expect(await transfers()).toHaveLength(1)
})

test('accounts go on over the end of a month, and the whole ledger adds up', async () => {
  await earn(database.db, anna, 100)
  await beginNextMonth()
  await earn(database.db, anna, 200)
  expect((await transfers()).map(({ partition }) => partition)).toEqual([partitionName(0), partitionName(1)])
  const { rows } =
    await sql`select seq, balance_after from ledger_entry where seq is not null order by transfer_id`.execute(
      database.db,
    )
  expect(rows).toEqual([
    { seq: 1, balance_after: 100_00 },
    { seq: 2, balance_after: 300_00 },
  ])
  await prove()
  expect((await checkLedger(database.db)).differences).toEqual([])
})

// spec: 6.61
test('a closed month takes no entries, has opening balances, and is read as before', async () => {
  await earn(database.db, anna, 100)
  await beginNextMonth()
  await earn(database.db, anna, 200)
  const before = await readTrialBalance(database.db)
  await prove()
  await close()

  const { rows } = await sql`
    select a.code, o.entries, o.debit, o.credit from ledger_opening_balance o join ledger_account a on a.id = o.account_id
    order by a.code nulls last`.execute(database.db)
  expect(rows).toEqual([
    { code: 'tips_clearing', entries: 0, debit: 100_00, credit: 0 },
    { code: null, entries: 1, debit: 0, credit: 100_00 },
  ])
  expect(await readTrialBalance(database.db)).toEqual(before)
  await earn(database.db, anna, 300)
  await prove()
  expect((await checkLedger(database.db)).differences).toEqual([])

  await owner.pool.query(
    `select setval('ledger_transfer_id_seq', ledger_month_start((now() at time zone 'Europe/Moscow')::date) + 1000)`,
  )
  await expect(earn(database.db, anna, 400)).rejects.toThrow(`append-only table ${partitionName(0)}`)
  expect(await walletBalance(database.db, anna)).toBe(600_00)
})

// spec: 6.61
test('a month that is not over or not proven is not closed', async () => {
  await earn(database.db, anna, 100)
  await prove()
  await expect(close()).rejects.toThrow('is not proven yet')
  await beginNextMonth()
  await earn(database.db, anna, 200)
  await expect(close()).rejects.toThrow('is not proven yet')
})

// spec: 6.61
test('the command closes a month that is proven, and reports one that is not', async () => {
  await earn(database.db, anna, 100)
  await beginNextMonth()
  await earn(database.db, anna, 200)
  const command = (month: string) =>
    runForOutcome(process.execPath, [fileURLToPath(new URL('../../close-ledger.ts', import.meta.url)), month], {
      env: { ...process.env, MIGRATION_DATABASE_URL: database.url },
    })
  const month = partitionName(0).replace(/.*_(\d{4})(\d{2})$/, '$1-$2')
  expect(await command(month)).toEqual({ code: 1, output: expect.stringContaining(`month ${month} is not proven yet`) })
  await prove()
  expect(await command('2026')).toEqual({ code: 1, output: expect.stringContaining('«2026» is not a month') })
  expect(await command(month)).toEqual({ code: 0, output: `Closed: ${month} and all months before it\n` })
  expect(await database.db.selectFrom('ledger_opening_balance').select('month').execute()).toHaveLength(2)
})

test('the application can neither write to a partition nor close a month', async () => {
  await earn(database.db, anna, 100)
  const partition = partitionName(0)
  for (const attack of [
    `update ${partition} set amount = 1`,
    `delete from ${partition}`,
    `select * from ${partition}`,
    `insert into ledger_ref values (gen_random_uuid(), 1)`,
    'delete from ledger_ref',
    "select close_ledger_month('2020-01-01')",
    "select add_ledger_month('2020-01-01')",
    "select ledger_transfer_id('x')",
    "select setval('ledger_transfer_id_seq', 1)",
    "select nextval('ledger_transfer_id_seq')",
  ])
    await expect(database.pool.query(attack), attack).rejects.toThrow('permission denied')
  for (const attack of [`update ${partition} set amount = 1`, `truncate ${partition}`, 'delete from ledger_ref'])
    await expect(owner.pool.query(attack), attack).rejects.toThrow('append-only table')
})

test('a version that reads days by counting reads none in which a month begins', async () => {
  await earn(database.db, anna, 100)
  await prove()

  await sql`update ledger_day set day = day - 1, verified_at = '2026-01-01'`.execute(database.db)
  await earn(database.db, anna, 200)
  await prove()
  const { rows } = await sql`select verified_at > now() as is_kept from ledger_day order by day`.execute(database.db)
  expect(rows).toEqual([{ is_kept: true }, { is_kept: false }])
})

test('a partition that is dropped is a drift', async () => {
  await earn(database.db, anna, 100)
  await prove()
  const partition = partitionName(0)
  await owner.pool.query(`drop table ${partition}`)
  const found = await checkDrift(database.db)
  expect(found?.differences).toContainEqual({
    check: 'rewritten',
    subject: partition,
    expected: {},
    found: { file: 'dropped' },
  })
})

test('what was posted before the first month continues after it, and is never posted twice', async () => {
  const { db, pool } = database
  // Transfers have the numbers of a database from before the months.
  await sql`select setval('ledger_transfer_id_seq', 1)`.execute(owner.db)
  const restaurant = await openRestaurant(db)
  const payer = await hire(db, restaurant, { isDefault: true })
  const [completed, pending] = [newTip(payer, 1_000), newTip(payer, 500, { status: 'pending' })]
  await bookTips(db, [completed, pending])
  const open = await withdraw(db, payer, 300)
  await prepareMonths(db)

  expect(await bookTips(db, [completed])).toEqual({ booked: 0, repeated: 1 })
  const { rows } = await pool.query<{ ref: string; debit: number; credit: number }>(
    'select ref, debit_account as debit, credit_account as credit from ledger_transfer where ref = $1',
    [`tip:${completed.external_id}`],
  )
  const again = (amount: number) =>
    pool.query('select post_transfers($1)', [JSON.stringify([{ ...rows[0], kind: 'tip', amount }])])
  await again(1_000_00)
  await expect(again(2_000_00)).rejects.toThrow('was used for another transfer')

  await settle(db, open.id, { status: 'paid', rrn: '123456789012' })
  await bookTips(db, [{ ...pending, status: 'completed' }])
  await adjustTips(db, [{ external_id: randomUUID(), tip: completed.external_id, kind: 'chargeback', change: -100 }])
  const order = sharingOrder(payer.restaurantId, 50, [await hire(db, restaurant), await hire(db, restaurant)])
  const code = await codeFor(db, payer, order)
  await requestPayout({ db, settings }, signedIn(payer), randomUUID(), { ...order, code })

  expect(await walletBalance(db, payer)).toBe(1_050_00)
  expect((await checkLedger(db)).differences).toEqual([])
  const partitions = new Set((await transfers()).map(({ partition }) => partition))
  expect([...partitions]).toEqual(['ledger_transfer_initial', partitionName(0)])
  await expect.poll(async () => (await checkDrift(db))?.differences).toEqual([])
})
