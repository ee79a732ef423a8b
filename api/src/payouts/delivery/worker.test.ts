import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { killAtLock } from '../../db/testing/locks.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import {
  discrepancies,
  earn,
  hire,
  openRestaurant,
  systemBalance,
  type TestEmployee,
  walletBalance,
} from '../../money/ledger/testing/test-ledger.ts'
import { listUserOperations } from '../../money/operations/service.ts'
import type { Bank, BankResponse } from '../bank/bank.ts'
import { createSandboxBank } from '../bank/sandbox-bank.ts'
import { listLines } from '../reconciliation/repository.ts'
import { getUserPayout } from '../service.ts'
import { countStatuses, settings, startPayoutWorker, withdraw } from '../testing/withdrawals.ts'
import * as delivery from './deliver.ts'
import { assignBanks, type LeasedPayout, leaseDuePayout } from './lease.ts'

let database: TestDatabase
let anna: TestEmployee
let bank: ReturnType<typeof createSandboxBank>
const { signal } = new AbortController()
const log = pino({ level: 'silent' })
const limits = settings.payouts

beforeEach(async () => {
  database = await createTestDatabase()
  const { db } = database
  anna = await hire(db, await openRestaurant(db))
  await earn(db, anna, 10_000)
  // The bank pays immediately, because these tests are about the worker.
  bank = createSandboxBank(db, 0)
  return async () => {
    bank.stop()
    await database.drop()
  }
})

/** Ends all leases, so that the payouts of a dead worker are due again. */
async function leaseEnds(): Promise<void> {
  await database.db.updateTable('payout').set({ next_attempt_at: new Date() }).execute()
}

async function lease(): Promise<LeasedPayout> {
  await assignBanks(database.db, bank, settings.payouts.providers)
  const leased = await leaseDuePayout(database.db)
  if (!leased) throw new Error('nothing is due')
  return leased
}

async function deliver(to: Bank, leased: LeasedPayout): Promise<void> {
  await delivery.deliver(database, leased, () => delivery.sendOrRequestStatus(to, leased, signal))
}

/** Returns the milliseconds until a worker may lease the payout again. */
async function readWait(payoutId: string): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select extract(epoch from next_attempt_at - max(finished_at))::float8 * 1000 as ms
    from payout join payout_attempt on payout_id = payout.id where payout.id = ${payoutId} group by payout.id`.execute(
    database.db,
  )
  return rows[0]?.ms ?? Number.NaN
}

/** Checks money, statuses and the bank's payments after a payout of 1,000 ₽ by card. */
async function expectPaidOnce(payoutId: string) {
  const { db } = database
  expect(await getUserPayout(db, anna.userId, payoutId)).toMatchObject({
    status: 'succeeded',
    rrn: expect.stringMatching(/^\d{12}$/),
    completed_at: expect.any(String),
    timeline: [{ status: 'pending' }, { status: 'processing' }, { status: 'succeeded' }],
  })
  expect((await listUserOperations(db, anna.userId, { type: 'payout' })).items).toMatchObject([{ status: 'completed' }])
  expect(await walletBalance(db, anna)).toBe(9_000_00)
  const refs = await db
    .selectFrom('ledger_transfer')
    .select(['ref', 'amount'])
    .where('ref', 'like', `payout:${payoutId}:%`)
    .orderBy('ref')
    .execute()
  expect(refs).toEqual([
    { ref: `payout:${payoutId}:fee`, amount: 15_00 },
    { ref: `payout:${payoutId}:hold`, amount: 1_000_00 },
    { ref: `payout:${payoutId}:settle`, amount: 985_00 },
  ])
  const payments = await db
    .selectFrom('sandbox.bank_payment')
    .select('amount')
    .where('payout_id', '=', payoutId)
    .execute()
  expect(payments).toEqual([{ amount: 985_00 }])
  expect(await discrepancies(db)).toEqual([])
}

describe('a payout is paid once after its worker dies', () => {
  test('with the lease of it, which no other worker takes before it ends', async () => {
    const { db } = database
    const { id } = await withdraw(db, anna, 1_000)
    await lease()
    expect(await leaseDuePayout(db)).toBeUndefined()
    await leaseEnds()
    await deliver(bank, await lease())
    await expectPaidOnce(id)
  })

  test('between the request to the bank and its response: the next worker requests the status', async () => {
    const { db } = database
    const { id } = await withdraw(db, anna, 1_000)
    const cut: Bank = {
      ...bank,
      async send(order) {
        await bank.send(order, signal)
        throw new Error('connection lost')
      },
    }
    await expect(deliver(cut, await lease())).rejects.toThrow('connection lost')
    expect(await countStatuses(db, anna)).toBe('processing:1')
    await leaseEnds()
    const noSending: Bank = { ...bank, send: () => Promise.reject(new Error('sent again')) }
    await deliver(noSending, await lease())
    await expectPaidOnce(id)
  })

  test('after the response of the bank and before it is booked', async () => {
    const { db } = database
    const { id } = await withdraw(db, anna, 1_000)
    await bank.send((await lease()).order, signal)
    await leaseEnds()
    await deliver(bank, await lease())
    await expectPaidOnce(id)
  })

  test('in the middle of booking, which is rolled back', async () => {
    const { db } = database
    const { id } = await withdraw(db, anna, 1_000)
    // Booking stops at the operation, with the money moved already.
    const lock = 'select from operation where payout_id = $1 for update'
    const dying = killAtLock(database.url, [lock, [id]], async () => deliver(bank, await lease()))
    await expect(dying).rejects.toThrow()

    expect(await countStatuses(db, anna)).toBe('processing:1')
    expect(await systemBalance(db, 'bank')).toBe(0)
    await leaseEnds()
    await deliver(bank, await lease())
    await expectPaidOnce(id)
  })

  // spec: 6.14
  test('and three workers before it have died too', async () => {
    const { db } = database
    const { id } = await withdraw(db, anna, 1_000)
    for (let n = 0; n < 3; n++) {
      await lease()
      await leaseEnds()
    }
    await deliver(bank, await lease())
    await expectPaidOnce(id)
    await leaseEnds()
    expect(await leaseDuePayout(db)).toBeUndefined()
  })
})

test('a payout that several workers deliver at the same time, after leases ended too soon, is paid once', async () => {
  const { db } = database
  const { id } = await withdraw(db, anna, 1_000)
  const leases = [await lease()]
  for (let n = 0; n < 7; n++) {
    await leaseEnds()
    leases.push(await lease())
  }
  await Promise.all(leases.map((each) => deliver(bank, each)))
  await expectPaidOnce(id)
})

test('eight workers lease the payouts that are due, each payout once', async () => {
  const { db } = database
  for (let n = 0; n < 20; n++) await withdraw(db, anna, 100)
  await assignBanks(db, bank, limits.providers)
  const taken: string[] = []
  const work = async () => {
    for (let leased = await leaseDuePayout(db); leased; leased = await leaseDuePayout(db))
      taken.push(leased.order.payoutId)
  }
  await Promise.all(Array.from({ length: 8 }, work))
  expect(taken).toHaveLength(20)
  expect(new Set(taken).size).toBe(20)
})

describe('the bank', () => {
  // spec: 6.9
  test('declines: the money returns to the balance and the operation is canceled, once', async () => {
    const { db } = database
    const { id } = await withdraw(db, anna, 1_000, { last4: '0002' })
    expect(await walletBalance(db, anna)).toBe(9_000_00)
    await deliver(bank, await lease())
    await delivery.book(db, id, { status: 'declined', reason: 'card_invalid' })
    expect(await getUserPayout(db, anna.userId, id)).toMatchObject({
      status: 'canceled',
      reason: 'card_invalid',
      timeline: [{ status: 'pending' }, { status: 'processing' }, { status: 'canceled' }],
    })
    expect(await walletBalance(db, anna)).toBe(10_000_00)
    const { items, day_totals } = await listUserOperations(db, anna.userId, { type: 'payout' })
    expect(items).toMatchObject([{ status: 'canceled' }])
    expect(day_totals).toMatchObject([{ total: 0 }])
    expect(await discrepancies(db)).toEqual([])
  })

  // spec: 6.11
  test.each([
    ['cannot be reached', () => Promise.reject(new Error('ECONNREFUSED'))],
    ['accepts and never decides', () => Promise.resolve<BankResponse>({ status: 'accepted' })],
  ])('%s: the payout stays in processing, the money held, and each retry has a longer delay', async (_, send) => {
    const { db } = database
    const { id } = await withdraw(db, anna, 1_000)
    const unavailable: Bank = { ...bank, send, status: send }
    const waits: number[] = []
    for (let n = 0; n < 4; n++) {
      await deliver(unavailable, await lease()).catch(() => {})
      waits.push(await readWait(id))
      await leaseEnds()
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b))
    expect(waits.at(-1)).toBeGreaterThan(6_000)
    expect(await countStatuses(db, anna)).toBe('processing:1')
    expect(await walletBalance(db, anna)).toBe(9_000_00)
    await deliver(bank, await lease())
    await expectPaidOnce(id)
  })

  test('reports the opposite later: no money moves, the worker gets an error, and an operator a difference', async () => {
    const { db } = database
    const { id } = await withdraw(db, anna, 1_000)
    await deliver(bank, await lease())
    await expect(delivery.book(db, id, { status: 'declined', reason: 'general_decline' })).rejects.toThrow(
      'now the bank reports declined',
    )
    expect(await listLines(db)).toMatchObject([{ kind: 'status', our_status: 'paid', their_status: 'declined' }])
    await expectPaidOnce(id)
  })
})

describe('a running worker', () => {
  test.each([
    ['once', '1234'],
    ['twice', '0004'],
  ])('pays once when the bank calls back %s', async (_, last4) => {
    const { db } = database
    const slow = createSandboxBank(db, 50)
    const worker = startPayoutWorker({ db, bank: slow, log, settings: limits })
    const { id } = await withdraw(db, anna, 1_000, { last4 })
    worker.wake()
    await expect.poll(() => countStatuses(db, anna)).toBe('succeeded:1')
    await worker.stop()
    slow.stop()
    await expectPaidOnce(id)
  })

  test('pays other payouts while a bank does not respond, and stops without waiting for it', async () => {
    const { db } = database
    const worker = startPayoutWorker({ db, bank, log, settings: limits })
    const silent = await withdraw(db, anna, 100, { last4: '0003' })
    worker.wake()
    await withdraw(db, anna, 1_000)
    worker.wake()
    await expect.poll(() => countStatuses(db, anna)).toBe('processing:1 succeeded:1')
    await worker.stop()
    expect(await getUserPayout(db, anna.userId, silent.id)).toMatchObject({ status: 'processing' })
    expect(await systemBalance(db, 'payouts_in_flight')).toBeGreaterThanOrEqual(100_00)
  })
})
