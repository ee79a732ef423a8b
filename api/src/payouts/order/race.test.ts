import { randomUUID } from 'node:crypto'
import type { OrderToConfirm } from '@portal/contracts/new-payout'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Connection, connect } from '../../db/connect.ts'
import { lockWaits } from '../../db/testing/locks.ts'
import { sharedDatabase } from '../../db/testing/test-database.ts'
import { lockWallets } from '../../money/ledger/ledger.ts'
import {
  addCard,
  discrepancies,
  earn,
  hire,
  openRestaurant,
  systemBalance,
  type TestEmployee,
  walletBalance,
} from '../../money/ledger/testing/test-ledger.ts'
import { listUserOperations } from '../../money/operations/service.ts'
import { listUserPayouts, requestPayout } from '../service.ts'
import { codeFor, countStatuses, settings, signedIn } from '../testing/withdrawals.ts'
import { createPayout } from './create-payout.ts'
import { planOrder } from './plan-order.ts'

const clients = 32
/** Few enough that the last one gets its turn within 5 s on a slow machine, before the order gives up. */
const separateOrders = 10

const database = sharedDatabase()
let connection: Connection
let anna: TestEmployee
let order: OrderToConfirm

beforeAll(() => {
  connection = connect(database.applicationUrl, { max: clients })
})
afterAll(() => connection.close())

beforeEach(async () => {
  const { db } = database
  anna = await hire(db, await openRestaurant(db))
  order = { kind: 'payout', rest_id: anna.restaurantId, binding_id: await addCard(db, anna), amount: 1_500 }
})

test('a transfer of an employee who stops being the default one while it waits is refused', async () => {
  const { db } = database
  const boss = await hire(db, await openRestaurant(db), { isDefault: true })
  const colleague = await hire(db, { id: boss.restaurantId, bank: boss.bank })
  await earn(db, boss, 1_000)
  const rest_id = boss.restaurantId
  const body = { kind: 'transfer', rest_id, recipient_employee_id: colleague.id, amount: 100 } as const
  const code = await codeFor(db, boss, body)
  const { promise: waited, resolve: commit } = Promise.withResolvers<void>()
  const change = db.transaction().execute(async (trx) => {
    await trx.updateTable('employee').set({ is_default: false }).where('id', '=', boss.id).execute()
    await waited
  })
  const transfer = requestPayout({ db: connection.db, settings }, signedIn(boss), randomUUID(), { ...body, code })
  const refused = expect(transfer).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  await expect.poll(() => lockWaits(db)).toBe(1)
  commit()
  await Promise.all([change, refused])
  expect(await walletBalance(db, boss)).toBe(1_000_00)
})

/** Returns a valid code for each client. */
async function verifiedOtp(): Promise<number> {
  const { id } = await database.db
    .insertInto('otp')
    .values({
      subject: anna.userId,
      purpose: 'payout',
      phone: '+79000000001',
      code_hmac: Buffer.alloc(32),
      attempts_left: 5,
      expires_at: new Date(Date.now() + 300_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function fulfilled<T>(attempts: readonly PromiseSettledResult<T>[]): T[] {
  return attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []))
}

function rejections(attempts: readonly PromiseSettledResult<unknown>[]): string[] {
  return attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason.code] : []))
}

test('clients with a code each: no more is paid than the balance', async () => {
  const { db } = connection
  await earn(db, anna, 10_000)
  const plan = await planOrder(db, settings, anna.userId, order)
  const user = signedIn(anna)
  const otps = await Promise.all(Array.from({ length: separateOrders }, verifiedOtp))
  const attempts = await Promise.allSettled(
    otps.map((otpId) =>
      db
        .transaction()
        .execute((trx) =>
          createPayout(trx, { user, order, key: randomUUID(), plan, proof: { otpId }, shouldHoldIfUnusual: false }),
        ),
    ),
  )
  expect(fulfilled(attempts)).toHaveLength(6)
  expect(new Set(rejections(attempts))).toEqual(new Set(['insufficient_funds']))
  expect(await walletBalance(db, anna)).toBe(1_000_00)
  expect(await systemBalance(db, 'payouts_in_flight')).toBe(9_000_00)
  expect(await countStatuses(db, anna)).toBe('pending:6')
  expect((await listUserOperations(db, anna.userId, { type: 'payout' })).total).toBe(6)
  expect((await listUserPayouts(db, anna.userId, {})).total).toBe(6)
  expect(await discrepancies(db)).toEqual([])
})

test('the limit of a day holds for simultaneous orders', async () => {
  const { db } = connection
  await earn(db, anna, 1_000_000)
  const plan = await planOrder(db, settings, anna.userId, { ...order, amount: 40_000 })
  const user = signedIn(anna)
  const otps = await Promise.all(Array.from({ length: separateOrders }, verifiedOtp))
  const attempts = await Promise.allSettled(
    otps.map((otpId) =>
      db
        .transaction()
        .execute((trx) =>
          createPayout(trx, { user, order, key: randomUUID(), plan, proof: { otpId }, shouldHoldIfUnusual: false }),
        ),
    ),
  )
  expect(fulfilled(attempts)).toHaveLength(3)
  expect(new Set(rejections(attempts))).toEqual(new Set(['limit_exceeded']))
})

test('32 clients with one shared code: one payout', async () => {
  const { db } = connection
  await earn(db, anna, 100_000)
  const code = await codeFor(db, anna, order)
  const attempts = await Promise.allSettled(
    Array.from({ length: clients }, () =>
      requestPayout({ db, settings }, signedIn(anna), randomUUID(), { ...order, code }),
    ),
  )
  expect(fulfilled(attempts)).toHaveLength(1)
  expect(new Set(rejections(attempts))).toEqual(new Set(['otp_expired']))
  expect(await walletBalance(db, anna)).toBe(98_500_00)
})

// spec: 6.16
test('a hundred simultaneous requests with one key: one payout, one response', async () => {
  const { db } = connection
  await earn(db, anna, 100_000)
  const code = await codeFor(db, anna, order)
  const responses = await Promise.all(
    Array.from({ length: 100 }, () => requestPayout({ db, settings }, signedIn(anna), 'one key', { ...order, code })),
  )
  expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1)
  expect(await countStatuses(db, anna)).toBe('pending:1')
  expect(await walletBalance(db, anna)).toBe(98_500_00)
})

// spec: 9.5
test('returns 409 while another request holds the lock of the wallet, and leaves the key free for a retry', async () => {
  const { db } = connection
  await earn(db, anna, 10_000)
  const code = await codeFor(db, anna, order)
  const request = () => requestPayout({ db, settings }, signedIn(anna), 'one key', { ...order, code })
  await db.transaction().execute(async (running) => {
    await lockWallets(running, [anna.id])
    await expect(request()).rejects.toMatchObject({ status: 409, code: 'in_progress' })
  })
  expect(await walletBalance(db, anna)).toBe(10_000_00)
  await request()
  expect(await countStatuses(db, anna)).toBe('pending:1')
})

test('orders of one wallet wait for its lock with one connection for all of them', async () => {
  const { db } = connection
  await earn(db, anna, 10_000)
  const code = await codeFor(db, anna, order)
  const { promise: waited, resolve: release } = Promise.withResolvers<void>()
  const holding = database.db.transaction().execute(async (trx) => {
    await lockWallets(trx, [anna.id])
    await waited
  })
  const orders = Array.from({ length: 8 }, () =>
    requestPayout({ db, settings }, signedIn(anna), 'one key', { ...order, code }),
  )
  await expect.poll(() => lockWaits(database.db)).toBe(1)
  await expect.poll(() => connection.pool.totalCount - connection.pool.idleCount).toBe(1)
  release()
  await holding
  expect(new Set((await Promise.all(orders)).map(({ id }) => id)).size).toBe(1)
})
