import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Connection, connect } from '../../db/connect.ts'
import { killAtLock } from '../../db/testing/locks.ts'
import { sharedDatabase } from '../../db/testing/test-database.ts'
import { createLog } from '../../http/log.ts'
import { checkLedger } from '../../money/ledger/check-ledger.ts'
import {
  addCard,
  discrepancies,
  earn,
  hire,
  openRestaurant,
  type TestEmployee,
  walletBalance,
} from '../../money/ledger/testing/test-ledger.ts'
import { settle } from '../delivery/settle.ts'
import { requestPayout } from '../service.ts'
import { codeFor, settings, signedIn } from '../testing/withdrawals.ts'
import { leaseDueRules } from './due-rules.ts'
import { storeRule } from './rule.ts'
import { runRule } from './run-rule.ts'
import { stopRules } from './stop-rules.ts'
import { automaticPayouts, endLeases, switchOn } from './testing/rules.ts'
import { runDueRules } from './worker.ts'

const database = sharedDatabase()
/** The connections of several processes. */
let processes: Connection[]
let anna: TestEmployee
beforeAll(() => {
  processes = Array.from({ length: 8 }, () => connect(database.applicationUrl, { max: 4 }))
})
afterAll(async () => {
  for (const { close } of processes) await close()
})
beforeEach(async () => {
  await sql`update auto_withdrawal set stopped_at = now(), stop_reason = 'user'`.execute(database.db)
  anna = await hire(database.db, await openRestaurant(database.db))
  await earn(database.db, anna, 5_000.5)
})

const log = createLog('silent', { write: () => {} })
const createDeps = ({ db }: Connection) => ({ db, settings, log, wakePayoutWorker: () => {} })
const first = () => processes[0] as Connection
const runAll = () => Promise.all(processes.map((each) => runDueRules(createDeps(each))))

async function expectPaidOnce(amount = 5_000) {
  expect(await automaticPayouts(database.db, anna)).toEqual([amount])
  expect(await walletBalance(database.db, anna)).toBe(5_000_50 - amount * 100)
  expect(await discrepancies(database.db)).toEqual([])
  expect((await checkLedger(database.db)).differences).toEqual([])
}

// spec: 2.280
test('eight processes order one payout for one crossing of the threshold, and one for one day', async () => {
  await switchOn(database.db, anna)
  for (let time = 0; time < 3; time++) await runAll()
  await expectPaidOnce()

  await sql`update auto_withdrawal set threshold = null, daily_hour = 0, ran_on = null`.execute(database.db)
  for (let time = 0; time < 3; time++) {
    await payAll()
    await earn(database.db, anna, 1_000)
    await endLeases(database.db)
    await runAll()
  }
  expect(await automaticPayouts(database.db, anna)).toEqual([5_000, 1_000])
})

async function payAll() {
  const open = database.db.selectFrom('payout').select('id').where('employee_id', '=', anna.id)
  for (const { id } of await open.where('status', '=', 'pending').execute()) {
    await settle(database.db, id, { status: 'paid', rrn: '1' })
  }
}

test('a process that ends after it has leased the rule leaves the payout to another one', async () => {
  await switchOn(database.db, anna)
  expect(await leaseDueRules(first().db, 10)).toHaveLength(1)
  await runAll()
  expect(await automaticPayouts(database.db, anna)).toEqual([])
  await endLeases(database.db)
  await runAll()
  await expectPaidOnce()
})

// spec: 2.281
test('a process that is killed after the money has moved leaves nothing, and another one orders it once', async () => {
  await switchOn(database.db, anna)
  // Booking stops at the feed of operations, with the money moved already.
  const lock = 'update operation_feed set count = count where owner_id = $1'
  await killAtLock(database.url, [lock, [anna.id]], () => runDueRules(createDeps(first())))
  expect(await automaticPayouts(database.db, anna)).toEqual([])
  expect(await walletBalance(database.db, anna)).toBe(5_000_50)

  await endLeases(database.db)
  await runAll()
  await expectPaidOnce()
})

test('a process that was frozen with its lease over orders nothing after another one has', async () => {
  await switchOn(database.db, anna)
  const [frozen] = await leaseDueRules(first().db, 10)
  if (!frozen) throw new Error('the rule is due')
  await endLeases(database.db)
  await runAll()
  await payAll()
  for (const earned of [5_000, 1_000]) {
    await earn(database.db, anna, earned)
    await runRule({ db: first().db, settings }, frozen).catch((error: unknown) => {
      expect(error).toMatchObject({ code: expect.stringMatching(/rule_changed|idempotency_key_reused/) })
    })
    expect(await automaticPayouts(database.db, anna)).toEqual([5_000])
  }
  const { run } = await database.db
    .selectFrom('auto_withdrawal')
    .select('run')
    .where('employee_id', '=', anna.id)
    .executeTakeFirstOrThrow()
  expect(run).toBe(frozen.run + 1)
})

test('a rule that is switched off while its payout is ordered orders nothing', async () => {
  await switchOn(database.db, anna)
  const [leased] = await leaseDueRules(first().db, 10)
  if (!leased) throw new Error('the rule is due')
  await stopRules(first().db, { employeeId: anna.id }, 'user')
  await expect(runRule({ db: first().db, settings }, leased)).rejects.toMatchObject({ code: 'rule_changed' })
  expect(await walletBalance(database.db, anna)).toBe(5_000_50)
})

test('a rule whose sum to keep is changed while its payout is ordered orders nothing by the previous one', async () => {
  const card = await switchOn(database.db, anna, { keep: 1_000 })
  const [leased] = await leaseDueRules(first().db, 10)
  if (!leased) throw new Error('the rule is due')
  const schedule = { kind: 'threshold', amount: 5_000 } as const
  const terms = { binding_id: card, schedule, day_limit: 150_000, keep: 3_000 }
  const confirmed = { employeeId: anna.id, user: signedIn(anna), proof: { otpId: 1 } }
  await database.db
    .transaction()
    .execute((trx) => storeRule(trx, { ...confirmed, terms, fee: { percent: 0, fixed: 0, min: 0 } }))
  await expect(runRule({ db: first().db, settings }, leased)).rejects.toMatchObject({ code: 'rule_changed' })
  expect(await walletBalance(database.db, anna)).toBe(5_000_50)
})

test('a rule takes nothing of what it keeps, although the user has spent the rest meanwhile', async () => {
  await switchOn(database.db, anna, { keep: 2_000 })
  const [leased] = await leaseDueRules(first().db, 10)
  if (!leased) throw new Error('the rule is due')
  const card = await addCard(database.db, anna, '7777')
  const order = { kind: 'payout', rest_id: anna.restaurantId, binding_id: card, amount: 1_000 } as const
  const code = await codeFor(database.db, anna, order)
  await requestPayout({ db: first().db, settings }, signedIn(anna), 'key', { ...order, code })
  await expect(runRule({ db: first().db, settings }, leased)).rejects.toMatchObject({ code: 'insufficient_funds' })
  expect(await automaticPayouts(database.db, anna)).toEqual([])
})

test('an order of the user at the same moment and the rule take no more than there is', async () => {
  const card = await addCard(database.db, anna, '7777')
  await switchOn(database.db, anna)
  const order = { kind: 'payout', rest_id: anna.restaurantId, binding_id: card, amount: 4_500 } as const
  const code = await codeFor(database.db, anna, order)
  await Promise.allSettled([
    requestPayout({ db: first().db, settings }, signedIn(anna), 'key', { ...order, code }),
    runAll(),
  ])
  const { rows } = await sql<{ amount: number }>`select amount from payout where employee_id = ${anna.id}`.execute(
    database.db,
  )
  expect(rows).toHaveLength(1)
  expect(await discrepancies(database.db)).toEqual([])
})

test('a refusal and a change of the method at the same moment stop the rule, and neither waits for the other', async () => {
  const card = await switchOn(database.db, anna)
  await runAll()
  const { id } = await database.db
    .selectFrom('payout')
    .select('id')
    .where('employee_id', '=', anna.id)
    .executeTakeFirstOrThrow()
  await Promise.all([
    settle(first().db, id, { status: 'declined', reason: 'card_invalid' }),
    first()
      .db.transaction()
      .execute((trx) => stopRules(trx, { methodId: card }, 'method_removed')),
    runAll(),
  ])
  await endLeases(database.db)
  await runAll()
  expect(await automaticPayouts(database.db, anna)).toHaveLength(1)
  expect(await walletBalance(database.db, anna)).toBe(5_000_50)
})
