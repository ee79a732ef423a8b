import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkLedger } from '../../money/ledger/check-ledger.ts'
import { walletBalance } from '../../money/ledger/testing/test-ledger.ts'
import { book, deliver } from '../delivery/deliver.ts'
import { leaseDuePayout } from '../delivery/lease.ts'
import { operatorTokens, type PayoutsAtBank, payoutsAtBank } from './testing/payouts-at-bank.ts'

// A decision against the worker, against the bank and against another decision, on PostgreSQL.

let world: PayoutsAtBank
let anna: Awaited<ReturnType<PayoutsAtBank['hireEmployee']>>
beforeEach(async () => {
  world = await payoutsAtBank({ PAYOUT_DECISION_LIMIT: '1000000' })
  anna = await world.hireEmployee()
})
// Whoever wins the race, no money appears or vanishes.
afterEach(async () => {
  const { differences } = await checkLedger(world.api.db)
  await world.stop()
  expect(differences).toEqual([])
})

type Outcome = 'paid' | 'returned'
const decide = async (name: keyof typeof operatorTokens, id: string, outcome: Outcome) =>
  await world.api.operator(operatorTokens[name]).post(`/payouts/${id}/decide`, { outcome, reason: 'Письмо банка' })
const problemCode = async (response: ReturnType<typeof decide>): Promise<string> => {
  const body = (await response).json()
  return body.code ?? body.payout.decision?.state ?? 'by_bank'
}
const openDifferences = async () => JSON.parse((await world.admin('reconciliation', 'open', '--json')).output)
const sent = () => world.double.calls.filter((call) => call === 'POST /payouts').length

/** Sends a payout to its bank, which then stops responding. */
async function stuck(): Promise<string> {
  world.breakBank(undefined)
  const id = await world.order(anna)
  await world.postponeNextAttempt(id)
  world.breakBank('error')
  return id
}

describe('against the worker', () => {
  test('a request that is under way is waited for', async () => {
    world.breakBank('timeout')
    const id = await world.order(anna)
    await expect.poll(() => world.double.calls.length).toBeGreaterThan(0)
    for (const outcome of ['paid', 'returned'] as const) {
      expect(await problemCode(decide('olga', id, outcome))).toBe('delivery_under_way')
    }
    expect(await world.readStatus(id)).toBe('processing')
  })

  test('what is returned at the moment of its order is never sent, and what is sent is not returned', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 12; round += 1) {
      const id = await world.order(anna, 100)
      const code = await problemCode(decide('olga', id, 'returned'))
      outcomes.add(code)
      const wasReturned = (await world.readStatus(id)) === 'canceled'
      expect(wasReturned).toBe(code === 'done')
      if (!wasReturned) await world.postponeNextAttempt(id)
      expect(world.double.store.search(id)).toHaveLength(wasReturned ? 0 : 1)
    }
    for (const outcome of outcomes) {
      expect(outcome).toBeOneOf(['done', 'open', 'delivery_under_way', 'bank_undecided'])
    }
  })

  test('a proposal ends the sending: the worker requests only the status', async () => {
    world.breakBank('lost_request')
    const id = await world.order(anna)
    await world.postponeNextAttempt(id)
    expect(await problemCode(decide('olga', id, 'returned'))).toBe('open')
    world.breakBank(undefined)
    await sql`update payout set next_attempt_at = now() where id = ${id}`.execute(world.api.db)
    world.api.wakePayoutWorker()
    await expect
      .poll(() => world.double.calls.filter((call) => call === 'GET /payouts/search').length)
      .toBeGreaterThan(0)
    await world.postponeNextAttempt(id)
    expect([sent(), await world.readStatus(id)]).toEqual([0, 'processing'])
    await world.timePasses()
    expect(await problemCode(decide('olga', id, 'returned'))).toBe('done')
    expect(world.double.store.all()).toEqual([])
    expect(await walletBalance(world.api.db, anna)).toBe(100_000_00)
  })

  test('a worker that has lost its lease and is paid after the decision moves no money: it is a difference', async () => {
    const { db } = world.api
    const id = await stuck()
    await sql`update payout set next_attempt_at = now() - interval '1 hour', bank = 'dead' where id = ${id}`.execute(db)
    const leased = await leaseDuePayout(db)
    if (leased?.order.payoutId !== id) throw new Error('another worker has it')
    expect(await problemCode(decide('olga', id, 'returned'))).toBe('delivery_under_way')
    await sql`update payout_attempt set lease_ends_at = now()`.execute(db)
    expect(await problemCode(decide('olga', id, 'returned'))).toBe('open')
    await world.timePasses()
    expect(await problemCode(decide('olga', id, 'returned'))).toBe('done')
    await expect(deliver({ db }, leased, async () => ({ status: 'paid', rrn: '123456789012' }))).rejects.toThrow(
      'is canceled, now the bank reports paid',
    )
    expect(await walletBalance(db, anna)).toBe(100_000_00)
    expect(await openDifferences()).toMatchObject([{ payout_id: id, our_status: 'declined', their_status: 'paid' }])
  })
})

describe('against the bank', () => {
  test.each([
    ['paid', 'succeeded', 'succeeded'],
    ['returned', 'succeeded', 'succeeded'],
    ['paid', 'canceled', 'canceled'],
    ['returned', 'canceled', 'canceled'],
  ] as const)('what it has decided is booked instead of %s: %s', async (outcome, theirs, status) => {
    const id = await stuck()
    world.breakBank(undefined)
    world.decide(id, theirs)
    const run = await world.admin('payout', 'decide', id, '--as', outcome, '--reason', 'Письмо банка')
    expect(run).toMatchObject({
      code: 1,
      output: expect.stringContaining(`Решил банк: вывод ${status}.`),
    })
    expect(await world.readStatus(id)).toBe(status)
  })

  test('what it may still pay, or has never received, is not decided about', async () => {
    const id = await stuck()
    world.breakBank(undefined)
    for (const outcome of ['paid', 'returned'] as const) {
      expect(await problemCode(decide('olga', id, outcome))).toBe('bank_undecided')
    }
    world.breakBank('lost_request')
    const lost = await world.order(anna)
    await world.postponeNextAttempt(lost)
    world.breakBank(undefined)
    expect(await problemCode(decide('olga', lost, 'paid'))).toBe('bank_does_not_know')
  })

  test('a notification at the same moment wins, whichever is first', async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await stuck()
      await decide('olga', id, 'returned')
      await world.timePasses()
      world.breakBank(undefined)
      world.decide(id, 'succeeded')
      const [payment] = world.double.store.search(id)
      const payload = { type: 'notification', event: 'payout.succeeded', object: payment }
      const notify = () =>
        world.api.app.inject({ method: 'POST', url: '/api/v1/banks/yookassa/notifications', payload })
      await Promise.all(
        round % 2 ? [notify(), decide('olga', id, 'returned')] : [decide('olga', id, 'returned'), notify()],
      )
      await expect.poll(() => world.readStatus(id)).toBe('succeeded')
    }
    expect(await openDifferences()).toEqual([])
  })

  test('a decision of the bank at the same moment is booked first, or is a difference', async () => {
    const { db } = world.api
    for (let round = 0; round < 8; round += 1) {
      const id = await stuck()
      await decide('olga', id, 'returned')
      await world.timePasses()
      const before = (await openDifferences()).length
      const bank = () => book(db, id, { status: 'paid', rrn: '123456789012' }).catch((error: Error) => error.name)
      const both = round % 2 ? [bank(), decide('olga', id, 'returned')] : [decide('olga', id, 'returned'), bank()]
      await Promise.all(both)
      const wasReturned = (await world.readStatus(id)) === 'canceled'
      expect((await openDifferences()).length - before).toBe(wasReturned ? 1 : 0)
    }
  })
})

describe('against another decision', () => {
  test('of two opposite decisions at the same time one is booked', async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await stuck()
      const codes = await Promise.all([
        problemCode(decide('olga', id, 'paid')),
        problemCode(decide('ivan', id, 'returned')),
      ])
      expect(codes.sort()).toBeOneOf([['done', 'payout_finished'], ['open', 'other_decision'].sort()])
    }
  })

  test('five equal decisions at the same time are one decision', async () => {
    const id = await stuck()
    const who = ['olga', 'ivan', 'olga', 'ivan', 'olga'] as const
    const codes = await Promise.all(who.map((name) => problemCode(decide(name, id, 'paid'))))
    expect(codes).toEqual(who.map(() => 'done'))
    const { rows } = await sql`select from payout_decision where payout_id = ${id}`.execute(world.api.db)
    expect(rows).toHaveLength(1)
  })
})
