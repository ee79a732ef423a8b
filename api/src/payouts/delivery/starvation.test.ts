import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import { earn, hire, openRestaurant, type TestEmployee } from '../../money/ledger/testing/test-ledger.ts'
import { type Bank, UnclearPaymentError } from '../bank/bank.ts'
import { createSandboxBank } from '../bank/sandbox-bank.ts'
import { countStatuses, settings, startPayoutWorker, withdraw } from '../testing/withdrawals.ts'

type PayoutWorker = ReturnType<typeof startPayoutWorker>

let database: TestDatabase
let sandbox: ReturnType<typeof createSandboxBank>
let worker: PayoutWorker | undefined
/** No call times out while a test runs: a payout that waits behind one would never be paid. */
const limits = { ...settings.payouts, requestTimeoutMs: 3_600_000 }

beforeEach(async () => {
  database = await createTestDatabase()
  sandbox = createSandboxBank(database.db, 0)
  worker = undefined
  return async () => {
    await worker?.stop()
    sandbox.stop()
    await database.drop()
  }
})

function startWorker(bank: Bank = sandbox, limitsOfWorker = limits): PayoutWorker {
  worker = startPayoutWorker({ db: database.db, bank, log: pino({ level: 'silent' }), settings: limitsOfWorker })
  return worker
}

/** Hires employees of one restaurant, with money to withdraw. */
async function hireMany(count: number): Promise<TestEmployee[]> {
  const { db } = database
  const restaurant = await openRestaurant(db)
  return await Promise.all(
    Array.from({ length: count }, async () => {
      const employee = await hire(db, restaurant)
      await earn(db, employee, 10_000)
      return employee
    }),
  )
}

async function inFlight(): Promise<number> {
  const { count } = await database.db
    .selectFrom('payout')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'processing')
    .executeTakeFirstOrThrow()
  return count
}

test('60 orders of 60 users to a bank that hangs delay no payout to another bank', async () => {
  const { db, pool } = database
  const [boris, ...others] = await hireMany(61)
  if (!boris) throw new Error('not hired')
  for (const employee of others) await withdraw(db, employee, 100, { last4: '0003' })
  const { wake } = startWorker()
  await expect.poll(inFlight).toBe(limits.bankConcurrency)
  await withdraw(db, boris, 1_000)
  wake()
  await expect.poll(() => countStatuses(db, boris)).toBe('succeeded:1')
  expect(await inFlight()).toBe(limits.bankConcurrency)
  // A call that waits for the bank holds no database connection.
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
})

test('60 orders of one user that hang delay no payout of another user to the same bank', async () => {
  const { db } = database
  const [anna, boris] = await hireMany(2)
  if (!anna || !boris) throw new Error('not hired')
  for (let n = 0; n < 60; n++) await withdraw(db, anna, 100, { last4: '0003' })
  const { wake } = startWorker({ ...sandbox, decidingBank: ({ destination }) => destination.bankName })
  await expect.poll(inFlight).toBe(limits.userConcurrency)
  await withdraw(db, boris, 1_000)
  wake()
  await expect.poll(() => countStatuses(db, boris)).toBe('succeeded:1')
  expect(await inFlight()).toBe(limits.userConcurrency)
})

test('an adapter that ignores the signal gives its slot back after the timeout', async () => {
  const { db } = database
  const [anna] = await hireMany(1)
  if (!anna) throw new Error('not hired')
  const never = () => new Promise<never>(() => {})
  startWorker(
    { ...sandbox, send: never, status: never },
    { ...limits, bankConcurrency: 1, userConcurrency: 1, requestTimeoutMs: 1 },
  )
  await withdraw(db, anna, 100)
  await withdraw(db, anna, 100)
  await expect.poll(() => countStatuses(db, anna)).toBe('processing:2')
})

test('an open circuit leaves payouts pending, and they are paid when the bank responds again', async () => {
  const { db } = database
  const employees = await hireMany(7)
  const [sixth, other, ...five] = employees
  if (!sixth || !other) throw new Error('not hired')
  let isDown = true
  const received: string[] = []
  const { wake } = startWorker({
    ...sandbox,
    decidingBank: ({ destination }) => (destination.type === 'card' ? destination.last4 : ''),
    async send(order, signal) {
      if (order.destination.type === 'card' && order.destination.last4 === '1111') {
        received.push(order.payoutId)
        if (isDown) throw new Error('ECONNRESET')
      }
      return await sandbox.send(order, signal)
    },
  })
  for (const employee of five) await withdraw(db, employee, 100, { last4: '1111' })
  wake()
  await expect.poll(() => received.length).toBe(5)
  await withdraw(db, sixth, 100, { last4: '1111' })
  // The other payout was due after the sixth one and is paid, so the sixth one was skipped.
  await withdraw(db, other, 100, { last4: '2222' })
  wake()
  await expect.poll(() => countStatuses(db, other)).toBe('succeeded:1')
  expect(await countStatuses(db, sixth)).toBe('pending:1')
  isDown = false
  for (const employee of [...five, sixth]) await expect.poll(() => countStatuses(db, employee)).toBe('succeeded:1')
})

test('payments that have to be clarified one by one delay no other payout of the same bank', async () => {
  const { db } = database
  const [anna, ...others] = await hireMany(7)
  if (!anna) throw new Error('not hired')
  for (const employee of others) await withdraw(db, employee, 100, { last4: '0009' })
  const lines: string[] = []
  worker = startPayoutWorker({
    db,
    bank: {
      ...sandbox,
      decidingBank: () => 'one bank',
      async send(order, signal) {
        if (order.destination.type === 'card' && order.destination.last4 === '0009') {
          throw new UnclearPaymentError('another amount')
        }
        return await sandbox.send(order, signal)
      },
    },
    log: pino({ level: 'error' }, { write: (line) => lines.push(line) }),
    settings: limits,
  })
  const attempted = db.selectFrom('payout').select('id').where('attempts', '>', 0)
  await expect.poll(async () => (await attempted.execute()).length).toBe(6)
  await withdraw(db, anna, 100)
  worker.wake()
  await expect.poll(() => countStatuses(db, anna)).toBe('succeeded:1')
  expect(lines).toEqual([])
})
