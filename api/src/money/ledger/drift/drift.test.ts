import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Connection, connect } from '../../../db/connect.ts'
import { createTestDatabase, type TestDatabase } from '../../../db/testing/test-database.ts'
import { createMetrics } from '../../../http/metrics.ts'
import { withdraw } from '../../../payouts/testing/withdrawals.ts'
import { bookTips } from '../../tips/service.ts'
import { earn, hire, openRestaurant, type TestEmployee } from '../testing/test-ledger.ts'
import { checkDrift, reportDrift } from './check-drift.ts'
import { registerDriftGauges } from './drift-gauges.ts'

let database: TestDatabase
/** A connection of the owner, which can bypass the rules of the database. */
let owner: Connection
let anna: TestEmployee
/** The external id of a tip that is verified. */
let tip: string

beforeEach(async () => {
  database = await createTestDatabase()
  owner = connect(database.url, { max: 1 })
  const { db } = database
  anna = await hire(db, await openRestaurant(db))
  tip = randomUUID()
  const paid_at = new Date().toISOString()
  await bookTips(db, [{ external_id: tip, employee_id: anna.id, amount: 900, paid_at, status: 'completed' }])
  await withdraw(db, anna, 300, { last4: '0003' })
  await prove()
})
afterEach(async () => {
  await owner.close()
  await database.drop()
})

const drift = async () => {
  const report = await checkDrift(database.db)
  return [...new Set(report?.differences.map(({ check }) => check))].sort()
}

/** Checks until everything is verified; transactions of other tests may hold back the horizon. */
async function prove(): Promise<void> {
  await expect
    .poll(async () => {
      expect(await drift()).toEqual([])
      const { rows } = await sql<{ left: number }>`
        select (select max(id) from ledger_transfer) - transfer_id as left from ledger_checkpoint`.execute(database.db)
      return rows[0]?.left
    })
    .toBe(0)
}

/** Bypasses the rules of the database, as an attacker or a fault would. PostgreSQL counts the changes immediately. */
async function plant(...statements: RawBuilder<unknown>[]): Promise<void> {
  await owner.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    for (const statement of statements) await statement.execute(trx)
    await sql`select pg_stat_force_next_flush()`.execute(trx)
  })
}

const transferId = (ref: string) => sql`(select id from ledger_transfer where ref = ${ref})`
const wallet = () => sql`(select id from ledger_account where kind = 'wallet' and employee_id = ${anna.id})`

describe('a change of verified rows is found', () => {
  const kinds: [string, () => RawBuilder<unknown>[], string[]][] = [
    [
      'a changed amount of an entry',
      () => [
        sql`update ledger_entry set amount = amount + 1 where amount > 0 and transfer_id = ${transferId(`tip:${tip}`)}`,
      ],
      ['days', 'rewritten'],
    ],
    [
      'a missing entry',
      () => [sql`delete from ledger_entry where amount > 0 and transfer_id = ${transferId(`tip:${tip}`)}`],
      ['days', 'rewritten'],
    ],
    [
      'a missing transfer with its entries',
      () => [
        sql`delete from ledger_entry where transfer_id = ${transferId(`tip:${tip}`)}`,
        sql`delete from ledger_transfer where ref = ${`tip:${tip}`}`,
      ],
      ['days', 'rewritten'],
    ],
    [
      'a changed balance',
      () => [sql`update ledger_account set balance = balance + 1 where id = ${wallet()}`],
      ['accounts'],
    ],
    [
      'a closed day in which all rows agree with each other',
      () => [
        sql`update ledger_transfer set amount = amount + 1 where ref = ${`tip:${tip}`}`,
        sql`update ledger_entry set amount = amount + sign(amount) where transfer_id = ${transferId(`tip:${tip}`)}`,
        sql`update ledger_entry set balance_after = balance_after + 1 where account_id = ${wallet()}`,
        sql`update ledger_account set balance = balance + 1 where id = ${wallet()}`,
        sql`update tip set amount = amount + 1 where external_id = ${tip}`,
      ],
      ['accounts', 'days', 'rewritten'],
    ],
    [
      'an entry that is added to an old transfer',
      () => [
        sql`insert into ledger_entry (transfer_id, account_id, amount)
          select id, credit_account, 1 from ledger_transfer where ref = ${`tip:${tip}`}`,
      ],
      ['days', 'transfers'],
    ],
    ['all entries', () => [sql`truncate ledger_entry`], ['days', 'rewritten']],
    ['a payout that is paid, whose money is held', () => [sql`update payout set status = 'succeeded'`], ['in_flight']],
  ]

  test.each(kinds)('%s', async (_, statements, checks) => {
    // Nothing else is new, so the check has to find the change by verifying closed days.
    await sql`update ledger_day set day = day - 30`.execute(database.db)
    await plant(...statements())
    await drift()
    // An added entry changes no row, so it is only found when its day is due.
    await sql`update ledger_day set read_again_at = now() - interval '1 day'`.execute(database.db)
    expect(await drift()).toEqual(checks)
    expect(await drift()).toEqual(checks)
  })
})

describe('a difference in new rows is found', () => {
  test.each([
    [
      'a missing entry',
      () => sql`delete from ledger_entry where amount < 0 and transfer_id = ${transferId('tip:new')}`,
    ],
    [
      'an entry on another account',
      () => sql`update ledger_entry set account_id = (select id from ledger_account where code = 'bank')
        where amount > 0 and transfer_id = ${transferId('tip:new')}`,
    ],
    ['a tip of another amount', () => sql`update tip set amount = amount + 1 where external_id = 'new'`],
  ])('%s', async (_, statement) => {
    const paid_at = new Date().toISOString()
    await bookTips(database.db, [{ external_id: 'new', employee_id: anna.id, amount: 5, paid_at, status: 'completed' }])
    await plant(statement())
    const report = await checkDrift(database.db)
    expect(report?.differences).toContainEqual(expect.objectContaining({ subject: 'tip:new' }))
    // The checkpoint does not move, so the next check finds it again.
    expect((await checkDrift(database.db))?.differences).toContainEqual(expect.objectContaining({ subject: 'tip:new' }))
  })
})

test('a difference ends once it is corrected, and what is booked meanwhile is verified afterwards', async () => {
  const statement = (change: number) =>
    sql`update ledger_entry set amount = amount + ${change} where amount > 0 and transfer_id = ${transferId(`tip:${tip}`)}`
  await plant(statement(1))
  expect(await drift()).toEqual(['days', 'rewritten'])
  await earn(database.db, anna, 100)
  await plant(statement(-1))
  await prove()
})

test('new files of a table, which are no drift, are suspected until all days are verified', async () => {
  await sql`vacuum full ledger_entry`.execute(owner.db)
  expect(await drift()).toEqual([])
})

test('only one of two processes checks', async () => {
  const reports = await Promise.all([1, 2].map(() => checkDrift(database.db, { maxAgeMs: 60_000 })))
  expect(reports.filter(Boolean)).toEqual([])
  await sql`update ledger_checkpoint set checked_at = now() - interval '2 minutes'`.execute(database.db)
  const late = await Promise.all([1, 2, 3].map(() => checkDrift(database.db, { maxAgeMs: 60_000 })))
  expect(late.filter(Boolean)).toHaveLength(1)
})

test('a difference is in the metrics, and in the log once', async () => {
  const metrics = createMetrics()
  registerDriftGauges(metrics, database.db)
  await plant(sql`update ledger_account set balance = balance + 1 where id = ${wallet()}`)
  const lines: string[] = []
  const log = { error: (_: object, text: string) => lines.push(text), warn: () => {}, info: () => {} }
  for (const _ of [1, 2]) {
    await sql`update ledger_checkpoint set checked_at = null`.execute(database.db)
    await reportDrift({ db: database.db, log: log as never })
  }
  expect(lines).toEqual(['the ledger drifts'])
  const text = await metrics.text()
  expect(text).toContain('portal_ledger_drift{check="accounts"} 1\n')
  expect(text).toContain('portal_ledger_drift{check="days"} 0\n')
  expect(text).toMatch(/portal_ledger_drift_checked_timestamp_seconds 1\d{9}\n/)
})
