import pg from 'pg'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../db/testing.ts'
import {
  balanceOf,
  discrepancies,
  earn,
  hire,
  openRestaurant,
  systemBalance,
  type TestEmployee,
} from '../ledger/testing.ts'
import { listUserOperations } from '../operations/service.ts'
import type { Bank, BankResponse } from './bank.ts'
import { assignBanks, type Claim, claimDuePayout } from './claim.ts'
import * as delivery from './delivery.ts'
import { sandboxBank } from './sandbox-bank.ts'
import { getUserPayout } from './service.ts'
import { settings, statusesOf, withdraw } from './testing.ts'
import { startPayoutWorker } from './worker.ts'

let database: TestDatabase
let anna: TestEmployee
let bank: ReturnType<typeof sandboxBank>
const { signal } = new AbortController()
const log = pino({ level: 'silent' })
const limits = settings.payouts

beforeEach(async () => {
  database = await testDatabase()
  const { db } = database
  anna = await hire(db, await openRestaurant(db))
  await earn(db, anna, 10_000)
  // It pays at once: what it does meanwhile is the worker's business.
  bank = sandboxBank(db, 0)
  return async () => {
    bank.stop()
    await database.drop()
  }
})

/** What a dead worker held is due again when its lease ends. */
async function leaseEnds(): Promise<void> {
  await database.db.updateTable('payout').set({ next_attempt_at: new Date() }).execute()
}

async function claim(): Promise<Claim> {
  await assignBanks(database.db, bank)
  const claimed = await claimDuePayout(database.db)
  if (!claimed) throw new Error('nothing is due')
  return claimed
}

async function deliver(to: Bank, claimed: Claim): Promise<void> {
  await delivery.deliver(database, claimed, () => delivery.requestDecision(to, claimed, signal))
}

/** Milliseconds until somebody may take the payout again. */
async function waitOf(payoutId: string): Promise<number> {
  const due = database.db.selectFrom('payout').select('next_attempt_at').where('id', '=', payoutId)
  return +(await due.executeTakeFirstOrThrow()).next_attempt_at - Date.now()
}

/** Money, statuses and the bank's books after a payout of 1,000 ₽ by card. */
async function expectPaidOnce(payoutId: string) {
  const { db } = database
  expect(await getUserPayout(db, anna.userId, payoutId)).toMatchObject({
    status: 'succeeded',
    rrn: expect.stringMatching(/^\d{12}$/),
    completed_at: expect.any(String),
    timeline: [{ status: 'pending' }, { status: 'processing' }, { status: 'succeeded' }],
  })
  expect((await listUserOperations(db, anna.userId, { type: 'payout' })).items).toMatchObject([{ status: 'completed' }])
  expect(await balanceOf(db, anna)).toBe(9_000_00)
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

describe('a worker that dies', () => {
  test('with a payout in its hands: nobody else takes it before the lease ends, then it is paid once', async () => {
    const { db } = database
    const { id } = await withdraw(db, anna, 1_000)
    await claim()
    expect(await claimDuePayout(db)).toBeUndefined()
    await leaseEnds()
    await deliver(bank, await claim())
    await expectPaidOnce(id)
  })

  test('after the bank got it and before the answer came: the next one asks, and it is paid once', async () => {
    const { db } = database
    const { id } = await withdraw(db, anna, 1_000)
    const cut: Bank = {
      ...bank,
      async send(order) {
        await bank.send(order, signal)
        throw new Error('connection lost')
      },
    }
    await expect(deliver(cut, await claim())).rejects.toThrow('connection lost')
    expect(await statusesOf(db, anna)).toBe('processing:1')
    await leaseEnds()
    const noSending: Bank = { ...bank, send: () => Promise.reject(new Error('sent again')) }
    await deliver(noSending, await claim())
    await expectPaidOnce(id)
  })

  test('with the answer in its hands and nothing booked', async () => {
    const { db } = database
    const { id } = await withdraw(db, anna, 1_000)
    await bank.send((await claim()).order, signal)
    await leaseEnds()
    await deliver(bank, await claim())
    await expectPaidOnce(id)
  })

  test('in the middle of booking: half of it is nothing', async () => {
    const { db } = database
    const { id } = await withdraw(db, anna, 1_000)
    const owner = new pg.Client({ connectionString: database.url })
    await owner.connect()
    // Booking stops at the operation, with the money moved already; there its connection is killed.
    await owner.query('begin')
    await owner.query('select from operation where payout_id = $1 for update', [id])
    const dying = deliver(bank, await claim()).catch((error: unknown) => error)
    const kill = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await owner.query(kill)).rowCount).toBe(1)
    expect(await dying).toBeInstanceOf(Error)
    await owner.query('rollback')
    await owner.end()

    expect(await statusesOf(db, anna)).toBe('processing:1')
    expect(await systemBalance(db, 'bank')).toBe(0)
    await leaseEnds()
    await deliver(bank, await claim())
    await expectPaidOnce(id)
  })

  // spec: 6.14
  test('and another one before it, at every step: still once', async () => {
    const { db } = database
    const { id } = await withdraw(db, anna, 1_000)
    for (let n = 0; n < 3; n++) {
      await claim()
      await leaseEnds()
    }
    await deliver(bank, await claim())
    await expectPaidOnce(id)
    await leaseEnds()
    expect(await claimDuePayout(db)).toBeUndefined()
  })
})

test('two workers with one payout at once, after a lease ended too soon: paid once', async () => {
  const { db } = database
  const { id } = await withdraw(db, anna, 1_000)
  const claims = [await claim()]
  for (let n = 0; n < 7; n++) {
    await leaseEnds()
    claims.push(await claim())
  }
  await Promise.all(claims.map((each) => deliver(bank, each)))
  await expectPaidOnce(id)
})

test('eight workers share what is due, each payout in one pair of hands', async () => {
  const { db } = database
  for (let n = 0; n < 20; n++) await withdraw(db, anna, 100)
  await assignBanks(db, bank)
  const taken: string[] = []
  const work = async () => {
    for (let claimed = await claimDuePayout(db); claimed; claimed = await claimDuePayout(db))
      taken.push(claimed.order.payoutId)
  }
  await Promise.all(Array.from({ length: 8 }, work))
  expect(taken).toHaveLength(20)
  expect(new Set(taken).size).toBe(20)
})

describe('the bank', () => {
  // spec: 6.9
  test('declines: the money is back and the operation canceled, once', async () => {
    const { db } = database
    const { id } = await withdraw(db, anna, 1_000, { last4: '0002' })
    expect(await balanceOf(db, anna)).toBe(9_000_00)
    await deliver(bank, await claim())
    await delivery.book(db, id, { status: 'declined', reason: 'card_invalid' })
    expect(await getUserPayout(db, anna.userId, id)).toMatchObject({
      status: 'canceled',
      reason: 'card_invalid',
      timeline: [{ status: 'pending' }, { status: 'processing' }, { status: 'canceled' }],
    })
    expect(await balanceOf(db, anna)).toBe(10_000_00)
    const { items, day_totals } = await listUserOperations(db, anna.userId, { type: 'payout' })
    expect(items).toMatchObject([{ status: 'canceled' }])
    expect(day_totals).toMatchObject([{ total: 0 }])
    expect(await discrepancies(db)).toEqual([])
  })

  // spec: 6.11
  test.each([
    ['cannot be reached', () => Promise.reject(new Error('ECONNREFUSED'))],
    ['accepts and says no more', () => Promise.resolve<BankResponse>({ status: 'accepted' })],
  ])('%s: the payout stays under way, the money away, and the next try is later each time', async (_, send) => {
    const { db } = database
    const { id } = await withdraw(db, anna, 1_000)
    const away: Bank = { ...bank, send, status: send }
    const waits: number[] = []
    for (let n = 0; n < 4; n++) {
      await deliver(away, await claim()).catch(() => {})
      waits.push(await waitOf(id))
      await leaseEnds()
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b))
    expect(waits.at(-1)).toBeGreaterThan(6_000)
    expect(await statusesOf(db, anna)).toBe('processing:1')
    expect(await balanceOf(db, anna)).toBe(9_000_00)
    await deliver(bank, await claim())
    await expectPaidOnce(id)
  })

  test('says the opposite later: nothing moves, and the worker is told', async () => {
    const { db } = database
    const { id } = await withdraw(db, anna, 1_000)
    await deliver(bank, await claim())
    await expect(delivery.book(db, id, { status: 'declined', reason: 'general_decline' })).rejects.toThrow(
      'now the bank says declined',
    )
    await expectPaidOnce(id)
  })
})

describe('a running worker', () => {
  test.each([
    ['pays', '1234'],
    ['hears it twice', '0004'],
  ])('%s', async (_, last4) => {
    const { db } = database
    const slow = sandboxBank(db, 50)
    const worker = startPayoutWorker({ db, bank: slow, log, limits })
    const { id } = await withdraw(db, anna, 1_000, { last4 })
    worker.wake()
    await expect.poll(() => statusesOf(db, anna)).toBe('succeeded:1')
    await worker.stop()
    slow.stop()
    await expectPaidOnce(id)
  })

  test('is not held up by a bank that never answers, and stops without it', async () => {
    const { db } = database
    const worker = startPayoutWorker({ db, bank, log, limits })
    const silent = await withdraw(db, anna, 100, { last4: '0003' })
    worker.wake()
    await withdraw(db, anna, 1_000)
    worker.wake()
    await expect.poll(() => statusesOf(db, anna)).toBe('processing:1 succeeded:1')
    await worker.stop()
    expect(await getUserPayout(db, anna.userId, silent.id)).toMatchObject({ status: 'processing' })
    expect(await systemBalance(db, 'payouts_in_flight')).toBeGreaterThanOrEqual(100_00)
  })
})
