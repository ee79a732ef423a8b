import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import { earn, hire, openRestaurant } from '../../money/ledger/testing/test-ledger.ts'
import { createSandboxBank } from '../bank/sandbox-bank.ts'
import { settings, withdraw } from '../testing/withdrawals.ts'
import { deliver } from './deliver.ts'
import { hurryPayout, MIN_HURRY_SECONDS } from './hurry.ts'
import { assignBanks, type LeasedPayout, leaseDuePayout } from './lease.ts'

let database: TestDatabase
let payoutId: string

beforeEach(async () => {
  database = await createTestDatabase()
  const { db } = database
  const anna = await hire(db, await openRestaurant(db))
  await earn(db, anna, 10_000)
  const bank = createSandboxBank(db, 0)
  payoutId = (await withdraw(db, anna, 1_000)).id
  await assignBanks(db, bank, settings.payouts.providers)
  return async () => {
    bank.stop()
    await database.drop()
  }
})

const notify = async () => await hurryPayout(database.db, 'sandbox', { reference: 'po-1', payoutId })

async function lease(): Promise<LeasedPayout> {
  const leased = await leaseDuePayout(database.db)
  if (!leased) throw new Error('nothing is due')
  return leased
}

const end = async (leased: LeasedPayout) => await deliver(database, leased, async () => ({ status: 'accepted' }))

/** Returns the seconds until a worker may lease the payout. */
async function secondsUntilDue(): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from next_attempt_at - clock_timestamp())::float8 as seconds from payout`.execute(database.db)
  return rows[0]?.seconds ?? Number.NaN
}

/** Moves the attempts some minutes back, and the next one to an hour from now. */
async function minutesPass(): Promise<void> {
  const { db } = database
  await sql`update payout_attempt set finished_at = finished_at - interval '5 minutes'`.execute(db)
  await sql`update payout set attempts = 12, next_attempt_at = clock_timestamp() + interval '1 hour'`.execute(db)
}

test('a notification makes a payout due immediately if its last attempt was minutes ago', async () => {
  await end(await lease())
  await minutesPass()
  expect(await notify()).toBe(true)
  expect((await lease()).order.payoutId).toBe(payoutId)
})

test('any number of notifications make a payout due once, some seconds after the last attempt', async () => {
  await end(await lease())
  await minutesPass()
  let attempts = 0
  for (let count = 0; count < 5; count += 1) {
    await notify()
    const leased = await leaseDuePayout(database.db)
    if (!leased) continue
    attempts += 1
    await end(leased)
  }
  expect(attempts).toBe(1)
  const seconds = await secondsUntilDue()
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(MIN_HURRY_SECONDS)
})

test('a notification does not postpone an attempt that is due sooner', async () => {
  await end(await lease())
  const before = await secondsUntilDue()
  expect(before).toBeLessThanOrEqual(1)
  expect(await notify()).toBe(false)
  expect(await secondsUntilDue()).toBeLessThanOrEqual(before)
})

test('a notification leaves a payout to the worker that has its lease, and makes it due soon after that attempt', async () => {
  await end(await lease())
  await minutesPass()
  await notify()
  const leased = await lease()
  for (let count = 0; count < 5; count += 1) expect(await notify()).toBe(false)
  expect(await leaseDuePayout(database.db)).toBeUndefined()
  await end(leased)
  const seconds = await secondsUntilDue()
  expect(seconds).toBeGreaterThan(1)
  expect(seconds).toBeLessThanOrEqual(MIN_HURRY_SECONDS)
  // Without a notification the thirteenth attempt would follow after minutes.
  await minutesPass()
  await notify()
  await end(await lease())
  expect(await secondsUntilDue()).toBeGreaterThan(200)
})

test('leases that are taken at the moment of notifications are those of one worker each', async () => {
  await end(await lease())
  for (let round = 0; round < 10; round += 1) {
    await minutesPass()
    const leases = await Promise.all([
      notify(),
      ...Array.from({ length: 4 }, async () => [await notify(), await leaseDuePayout(database.db)][1]),
    ])
    const leased = leases.flatMap((each) => (typeof each === 'object' ? each : []))
    expect(leased).toHaveLength(1)
    for (const each of leased) await end(each)
  }
})
