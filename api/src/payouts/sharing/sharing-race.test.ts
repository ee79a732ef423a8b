import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Connection, connect } from '../../db/connect.ts'
import { killAtLock, lockWaits } from '../../db/testing/locks.ts'
import { sharedDatabase } from '../../db/testing/test-database.ts'
import { checkLedger } from '../../money/ledger/check-ledger.ts'
import {
  discrepancies,
  earn,
  hire,
  openRestaurant,
  type TestEmployee,
  walletBalance,
} from '../../money/ledger/testing/test-ledger.ts'
import { requestPayout } from '../service.ts'
import { codeFor, countStatuses, settings, signedIn } from '../testing/withdrawals.ts'
import { sharingOrder } from './testing/sharing-order.ts'

const database = sharedDatabase()
let connection: Connection
let anna: TestEmployee
let team: TestEmployee[]
beforeAll(() => {
  connection = connect(database.applicationUrl, { max: 16 })
})
afterAll(() => connection.close())
beforeEach(async () => {
  const restaurant = await openRestaurant(database.db)
  anna = await hire(database.db, restaurant, { isDefault: true })
  team = await Promise.all(Array.from({ length: 50 }, () => hire(database.db, restaurant)))
  await earn(database.db, anna, 10_000)
})

const order = (amount = 1_000) => sharingOrder(anna.restaurantId, amount, team)

async function share(body = order(), key = randomUUID() as string, code?: string) {
  const proof = { code: code ?? (await codeFor(connection.db, anna, body)) }
  return await requestPayout({ db: connection.db, settings }, signedIn(anna), key, { ...body, ...proof })
}

/** Returns the rubles of the sender, and of all others together. */
async function balances() {
  const [sender = 0, ...others] = await Promise.all([anna, ...team].map((one) => walletBalance(connection.db, one)))
  return [sender / 100, others.reduce((sum, kopecks) => sum + kopecks, 0) / 100]
}

async function expectWhole(shared: number) {
  expect(await balances()).toEqual([10_000 - shared, shared])
  expect(await discrepancies(connection.db)).toEqual([])
  expect((await checkLedger(connection.db)).differences).toEqual([])
}

// spec: 6.40
test('twenty simultaneous requests with one key make one sharing among fifty, and get one response', async () => {
  const body = order()
  const code = await codeFor(connection.db, anna, body)
  const responses = await Promise.all(Array.from({ length: 20 }, () => share(body, 'one key', code)))
  expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1)
  expect(await countStatuses(connection.db, anna)).toBe('succeeded:1')
  await expectWhole(1_000)
})

test('one key of another division is rejected, and moves nothing', async () => {
  await share(order(), 'one key')
  const other = sharingOrder(anna.restaurantId, 1_000, team.toReversed())
  await expect(share(other, 'one key')).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  await expectWhole(1_000)
})

test('one code for two simultaneous sharings makes one sharing', async () => {
  const body = order()
  const code = await codeFor(connection.db, anna, body)
  const attempts = await Promise.allSettled(Array.from({ length: 4 }, () => share(body, randomUUID(), code)))
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expectWhole(1_000)
})

test('two sharings in opposite orders and simultaneous tips of their employees wait for each other, and no money is lost', async () => {
  const bodies = [order(100), sharingOrder(anna.restaurantId, 100, team.toReversed())]
  const orders: [(typeof bodies)[number], string][] = []
  for (const body of bodies) orders.push([body, await codeFor(connection.db, anna, body)])
  const tips = team.map((one) => earn(connection.db, one, 1))
  await Promise.all([...orders.map(([body, code]) => share(body, randomUUID(), code)), ...tips])
  expect(await balances()).toEqual([9_800, 250])
  expect((await checkLedger(connection.db)).differences).toEqual([])
})

// spec: 2.174
test('a server that dies in the middle of a sharing leaves nothing of it, and the same request then makes it', async () => {
  const body = order()
  const code = await codeFor(connection.db, anna, body)
  // Booking stops at the feed of one recipient, with the money moved already.
  const lock = `insert into operation_feed (owner_id, type, count) values ($1, 'all', 0)`
  const dying = killAtLock(database.url, [lock, [team[25]?.id]], () => share(body, 'one key', code))
  await expect(dying).rejects.toThrow()

  expect(await countStatuses(connection.db, anna)).toBe('')
  await expectWhole(0)
  await share(body, 'one key', code)
  await expectWhole(1_000)
})

test('a colleague who is dismissed while the order waits gets nothing, and neither does anybody else', async () => {
  const body = order()
  const code = await codeFor(connection.db, anna, body)
  const { promise: waited, resolve: commit } = Promise.withResolvers<void>()
  const dismissal = database.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('employee')
      .set({ disabled_at: new Date() })
      .where('id', '=', team[49]?.id ?? '')
      .execute()
    await waited
  })
  const sharing = expect(share(body, randomUUID(), code)).rejects.toMatchObject({ status: 404 })
  await expect.poll(() => lockWaits(database.db)).toBe(1)
  commit()
  await Promise.all([dismissal, sharing])
  await expectWhole(0)
})
