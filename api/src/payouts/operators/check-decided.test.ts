import type { PayoutRecord } from '@portal/contracts/admin/payout'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { walletBalance } from '../../money/ledger/testing/test-ledger.ts'
import type { Bank } from '../bank/bank.ts'
import { checkDecidedPayouts } from '../delivery/check-decided.ts'
import { operatorTokens, type PayoutsAtBank, payoutsAtBank } from './testing/payouts-at-bank.ts'

// The bank responds about a withdrawal after operators have decided about it.

let world: PayoutsAtBank
let anna: Awaited<ReturnType<PayoutsAtBank['hireEmployee']>>
let id: string
beforeEach(async () => {
  world = await payoutsAtBank()
  anna = await world.hireEmployee()
  id = await returnedPayout()
})
afterEach(() => world.stop())

/** Orders a withdrawal about which the bank does not respond, and which operators decide to return. */
async function returnedPayout(): Promise<string> {
  world.breakBank(undefined)
  const id = await world.order(anna)
  await world.postponeNextAttempt(id)
  world.breakBank('error')
  await decideReturned(id)
  await world.timePasses()
  const payout = await decideReturned(id)
  expect(payout).toMatchObject({ status: 'canceled', decision: { state: 'done' } })
  return id
}

async function decideReturned(id: string): Promise<PayoutRecord> {
  const body = { outcome: 'returned', reason: 'Письмо банка' }
  return (await world.api.operator(operatorTokens.olga).post(`/payouts/${id}/decide`, body)).json().payout
}

const check = (bank: Bank = world.api.banks.bank, stopping?: AbortSignal) =>
  checkDecidedPayouts({ db: world.api.db, bank, log: world.api.log, requestTimeoutMs: 30_000 }, stopping)
const requests = () => world.double.calls.filter((call) => call.startsWith('GET /payouts/')).length
const differences = async () => JSON.parse((await world.admin('reconciliation', 'open', '--json')).output)
const contradictions = () => world.api.logs.filter((line) => line.includes('the bank contradicts an operator')).length

test('the opposite is one difference and one error, whichever processes ask, and moves no money', async () => {
  world.breakBank(undefined)
  world.decide(id, 'succeeded')
  await check()
  expect(await differences()).toEqual([])
  await world.timePasses('1 hour')
  await Promise.all([check(), check(), check()])
  await world.timePasses('1 day')
  await check()
  expect(await differences()).toMatchObject([{ payout_id: id, our_status: 'declined', their_status: 'paid' }])
  expect(contradictions()).toBe(1)
  expect(await walletBalance(world.api.db, anna)).toBe(100_000_00)
})

test('a bank that agrees is asked no more, and one that has not decided is asked for thirty days', async () => {
  await world.timePasses('7 hours')
  const before = requests()
  await check()
  expect(requests()).toBe(before + 1)
  world.breakBank(undefined)
  await world.timePasses('7 hours')
  await check()
  expect(requests()).toBe(before + 2)
  world.decide(id, 'canceled')
  await world.timePasses('7 hours')
  for (let times = 0; times < 3; times += 1) {
    await check()
    await world.timePasses('7 hours')
  }
  expect(requests()).toBe(before + 3)
  expect(await differences()).toEqual([])
  await sql`update payout_decision set check_at = now()`.execute(world.api.db)
  world.breakBank('error')
  await world.timePasses('31 days')
  for (let times = 0; times < 2; times += 1) {
    await check()
    await world.timePasses('7 hours')
  }
  expect(requests()).toBe(before + 4)
})

test('a notification makes the portal ask the bank immediately', async () => {
  world.breakBank(undefined)
  world.decide(id, 'succeeded')
  const payload = { type: 'notification', event: 'payout.succeeded', object: world.double.store.search(id)[0] }
  await world.api.app.inject({ method: 'POST', url: '/api/v1/banks/yookassa/notifications', payload })
  await check()
  expect(await differences()).toHaveLength(1)
})

test('a payout whose check fails every time delays no other', async () => {
  const other = await returnedPayout()
  world.breakBank(undefined)
  world.decide(id, 'succeeded')
  world.decide(other, 'succeeded')
  await world.timePasses('7 hours')
  const { bank } = world.api.banks
  const unstorable: Bank = {
    ...bank,
    status: async (order, signal) =>
      order.payoutId === id ? { status: 'paid', rrn: '\0' } : await bank.status(order, signal),
  }
  await expect(check(unstorable)).rejects.toThrow('1 failed')
  expect(await differences()).toMatchObject([{ payout_id: other }])
})

test('a check that is stopped leaves its payouts to the next one, which need not wait for hours', async () => {
  await returnedPayout()
  world.breakBank(undefined)
  await world.timePasses('7 hours')
  const stopping = new AbortController()
  const asked: string[] = []
  const silent: Bank = {
    ...world.api.banks.bank,
    status: ({ payoutId }) => {
      asked.push(payoutId)
      stopping.abort()
      return new Promise(() => {})
    },
  }
  await check(silent, stopping.signal)
  expect(asked).toHaveLength(1)
  const before = requests()
  await check()
  expect(requests()).toBe(before + 2)
})
