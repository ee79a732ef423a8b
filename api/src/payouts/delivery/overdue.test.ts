import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import { earn, hire, openRestaurant, type TestEmployee } from '../../money/ledger/testing/test-ledger.ts'
import { createSandboxBank } from '../bank/sandbox-bank.ts'
import { settings, withdraw } from '../testing/withdrawals.ts'
import { assignBanks, leaseDuePayout } from './lease.ts'
import { countUnfinishedPayouts, makeMisdatedPayoutsDue, reportOverduePayouts } from './overdue.ts'

let database: TestDatabase
let anna: TestEmployee

beforeEach(async () => {
  database = await createTestDatabase()
  anna = await hire(database.db, await openRestaurant(database.db))
  await earn(database.db, anna, 10_000)
  return () => database.drop()
})

async function orderMinutesAgo(minutes: number, last4 = '1234'): Promise<string> {
  const { id } = await withdraw(database.db, anna, 100, { last4 })
  const created_at = new Date(Date.now() - minutes * 60_000)
  await database.db.updateTable('payout').set({ created_at }).where('id', '=', id).execute()
  return id
}

/** Lets two processes check at the same time, and returns each line of their logs as `<level> <id>`. */
async function reported(): Promise<string[]> {
  const lines: string[] = []
  const log = pino({}, { write: (line) => lines.push(line) })
  await Promise.all([1, 2].map(() => reportOverduePayouts({ db: database.db, log })))
  return lines
    .map((line) => JSON.parse(line))
    .map(({ level, payoutId }) => `${pino.levels.labels[level]} ${payoutId}`)
    .sort()
}

test('an unfinished payout is logged once after ten minutes and once after an hour, whichever process notices it', async () => {
  await orderMinutesAgo(9)
  const late = await orderMinutesAgo(11)
  const veryLate = await orderMinutesAgo(61)
  expect(await reported()).toEqual([`error ${veryLate}`, `warn ${late}`])
  expect(await reported()).toEqual([])
  await database.db
    .updateTable('payout')
    .set({ created_at: new Date(Date.now() - 3_700_000) })
    .where('id', '=', late)
    .execute()
  expect(await reported()).toEqual([`error ${late}`])
})

test('a finished payout is not logged', async () => {
  const id = await orderMinutesAgo(61)
  await database.db.updateTable('payout').set({ status: 'succeeded' }).where('id', '=', id).execute()
  expect(await reported()).toEqual([])
})

test('a payout whose next attempt was planned by a wrong clock is due again; a held payout is not', async () => {
  const { db } = database
  const [late, held] = [await orderMinutesAgo(1), await orderMinutesAgo(1)]
  await assignBanks(db, createSandboxBank(db), settings.payouts.providers)
  for (const [id, next_attempt_at] of [
    [late, sql<Date>`now() + interval '400 days'`],
    [held, sql<Date>`'infinity'`],
  ] as const) {
    await db.updateTable('payout').set({ next_attempt_at }).where('id', '=', id).execute()
  }
  expect(await leaseDuePayout(db)).toBeUndefined()
  await makeMisdatedPayoutsDue(db)
  expect((await leaseDuePayout(db))?.order.payoutId).toBe(late)
  expect(await leaseDuePayout(db)).toBeUndefined()
})

test('unfinished payouts are counted by bank and age', async () => {
  const { db } = database
  expect(await countUnfinishedPayouts(db)).toEqual([])
  for (const minutes of [1, 11, 61]) await orderMinutesAgo(minutes)
  await orderMinutesAgo(11, '0003')
  await assignBanks(db, createSandboxBank(db), settings.payouts.providers)
  expect(await countUnfinishedPayouts(db)).toEqual([
    { bank: 'Молчащий банк', oldest: expect.any(Number), overdue: { '10m': 1, '1h': 0 } },
    { bank: 'Сбербанк', oldest: expect.any(Number), overdue: { '10m': 2, '1h': 1 } },
  ])
})
