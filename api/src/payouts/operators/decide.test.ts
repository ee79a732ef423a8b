import type { AuditAction } from '@portal/contracts/admin/audit'
import type { PayoutAnswer, PayoutRecord } from '@portal/contracts/admin/payout'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addAuditEvent } from '../../base/audit/audit.ts'
import { checkLedger } from '../../money/ledger/check-ledger.ts'
import { systemBalance, type TestEmployee, walletBalance } from '../../money/ledger/testing/test-ledger.ts'
import { operatorTokens, type PayoutsAtBank, payoutsAtBank } from './testing/payouts-at-bank.ts'

let world: PayoutsAtBank
let anna: TestEmployee & { phoneId: string }
beforeEach(async () => {
  world = await payoutsAtBank({ PAYOUT_DECISION_LIMIT: '2000' })
  anna = await world.hireEmployee()
})
// After each test, no money has appeared or vanished.
afterEach(async () => {
  const { differences } = await checkLedger(world.api.db)
  await world.stop()
  expect(differences).toEqual([])
})

type Name = keyof typeof operatorTokens
const as = (name: Name) => world.api.operator(operatorTokens[name])
const decide = async (name: Name, id: string, outcome: 'paid' | 'returned', more: object = {}) =>
  await as(name).post(`/payouts/${id}/decide`, { outcome, reason: 'Письмо банка от 23.11', ...more })
const show = async (id: string): Promise<PayoutRecord> => (await as('olga').get(`/payouts/${id}`)).json()
const balance = async () => (await walletBalance(world.api.db, anna)) / 100
const readActions = async (id: string): Promise<string[]> => {
  const { items } = (await as('olga').get(`/audit?subject=${id}`)).json()
  return items.map(({ action, actor }: { action: string; actor: { id: string } }) => `${actor.id} ${action}`).reverse()
}

/** Orders a withdrawal whose bank then stops responding. */
async function stuck(amount = 1_000): Promise<string> {
  const id = await world.order(anna, amount)
  await world.postponeNextAttempt(id)
  world.breakBank('error')
  return id
}

describe('one operator, below the limit', () => {
  // spec: 9.62
  test('decides that it is paid: the money is booked, and the user has a receipt with the number', async () => {
    const id = await stuck()
    const { call, payout }: PayoutAnswer = (await decide('olga', id, 'paid', { rrn: 'B7700123456' })).json()
    expect(call).toMatchObject({ by: 'olga', call: 'status', response: 'none' })
    expect(payout).toMatchObject({
      status: 'succeeded',
      rrn: 'B7700123456',
      decision: { state: 'done', outcome: 'paid', proposed_by: 'olga', confirmed_by: null },
    })
    expect(await balance()).toBe(99_000)
    expect(await systemBalance(world.api.db, 'bank')).toBe(1_000_00)
    const [line] = (await as('ivan').get(`/audit?subject=${id}`)).json().items
    expect(line).toMatchObject({
      action: 'payout_decided',
      actor: { type: 'operator', id: 'olga' },
      reason: 'Письмо банка от 23.11',
      before: { status: 'processing' },
      after: { status: 'succeeded', outcome: 'paid', response: 'none' },
    })
  })

  test('decides that it returns: it is not sent any more, and the money is on the balance ten minutes later', async () => {
    const id = await stuck()
    expect((await decide('olga', id, 'returned')).json().payout.decision).toMatchObject({ state: 'open' })
    expect((await decide('olga', id, 'returned')).json().payout.decision).toMatchObject({ state: 'open' })
    expect(await balance()).toBe(99_000)
    await world.timePasses()
    const { payout } = (await decide('olga', id, 'returned')).json()
    expect(payout).toMatchObject({ status: 'canceled', reason: 'bank_unavailable', decision: { state: 'done' } })
    expect(await balance()).toBe(100_000)
    expect(await readActions(id)).toEqual(['olga payout_decision_proposed', 'olga payout_decided'])
  })

  test('immediately returns a payout that was never sent, also if no provider has it', async () => {
    await sql`update restaurant set payout_provider = 'sandbox' where id = ${anna.restaurantId}`.execute(world.api.db)
    const id = await world.order(anna)
    expect((await decide('olga', id, 'paid')).json()).toMatchObject({ code: 'not_at_bank' })
    expect((await decide('olga', id, 'returned')).json().payout).toMatchObject({ status: 'canceled' })
    expect(await balance()).toBe(100_000)
  })

  test('changes nothing by repeating it, nor by a dry run', async () => {
    const id = await stuck()
    const dry = await world.admin('payout', 'decide', id, '--as', 'paid', '--reason', 'Письмо', '--dry-run')
    expect(dry.output).toContain('Записано: paid.')
    expect(await show(id)).toMatchObject({ status: 'processing', decision: null })
    const once = await decide('olga', id, 'paid')
    const again = await decide('olga', id, 'paid')
    expect([once.statusCode, again.statusCode]).toEqual([200, 200])
    expect(await readActions(id)).toEqual(['olga payout_decided'])
    expect((await decide('olga', id, 'returned')).json()).toMatchObject({ code: 'payout_finished' })
  })

  test('decides about no more than the limit in 24 hours, also by two simultaneous requests', async () => {
    const ids = [await stuck(1_500)]
    world.breakBank(undefined)
    ids.push(await stuck(1_500))
    const [first, second] = ids as [string, string]
    await Promise.all([decide('olga', first, 'paid'), decide('olga', second, 'paid')])
    const states = [await show(first), await show(second)].map(({ decision }) => decision?.state)
    expect(states.sort()).toEqual(['done', 'open'])
    await world.timePasses('1 day')
    for (const id of ids) await decide('olga', id, 'paid')
    expect([await show(first), await show(second)].map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
  })
})

describe('two operators, above the limit', () => {
  // spec: 9.63
  test('one proposes and cannot confirm, another one confirms', async () => {
    const id = await stuck(3_000)
    for (let times = 0; times < 2; times += 1) {
      const { payout } = (await decide('olga', id, 'paid')).json()
      expect(payout).toMatchObject({ status: 'processing', decision: { state: 'open', confirmed_by: null } })
    }
    const { payout } = (await decide('ivan', id, 'paid')).json()
    expect(payout).toMatchObject({
      status: 'succeeded',
      decision: { state: 'done', proposed_by: 'olga', confirmed_by: 'ivan', closed_by: 'ivan' },
    })
    expect(await readActions(id)).toEqual(['olga payout_decision_proposed', 'ivan payout_decided'])
  })

  test('a return is confirmed at any time, and booked ten minutes after it was proposed by either of them', async () => {
    const id = await stuck(3_000)
    await decide('olga', id, 'returned')
    expect((await decide('ivan', id, 'returned')).json().payout.decision).toMatchObject({
      confirmed_by: 'ivan',
      state: 'open',
    })
    await world.timePasses()
    expect((await decide('olga', id, 'returned')).json().payout).toMatchObject({ status: 'canceled' })
    expect(await readActions(id)).toEqual([
      'olga payout_decision_proposed',
      'ivan payout_decision_confirmed',
      'olga payout_decided',
    ])
  })

  test('who wants the opposite has to retract the proposal first, which sends the payout again', async () => {
    const id = await stuck(3_000)
    await decide('olga', id, 'paid')
    expect((await decide('ivan', id, 'returned')).json()).toMatchObject({ code: 'other_decision' })
    expect((await world.admin('payout', 'list', '--proposed')).output).toContain(id)
    const retract = () => as('ivan').post(`/payouts/${id}/retract-decision`, { reason: 'Банк ошибся' })
    expect((await retract()).json().decision).toMatchObject({ state: 'retracted', closed_by: 'ivan' })
    expect((await retract()).statusCode).toBe(200)
    expect((await world.admin('payout', 'list', '--proposed')).output).toBe('Ничего нет.')
    world.breakBank(undefined)
    world.decide(id, 'succeeded')
    await expect.poll(() => world.readStatus(id)).toBe('succeeded')
    expect((await show(id)).decision).toMatchObject({ state: 'retracted' })
    expect(await readActions(id)).toEqual(['olga payout_decision_proposed', 'ivan payout_decision_retracted'])
    const [line] = (await as('olga').get(`/audit?subject=${id}`)).json().items
    expect(line).toMatchObject({ before: { state: 'open', outcome: 'paid' }, after: { state: 'retracted' } })
  })

  test('what an earlier version has withdrawn is shown as retracted', async () => {
    const { db } = world.api
    const id = await stuck(3_000)
    await decide('olga', id, 'paid')
    await db
      .updateTable('payout_decision')
      .set({ closed_as: 'withdrawn', closed_by: 'ivan', closed_at: new Date() })
      .where('payout_id', '=', id)
      .execute()
    await addAuditEvent(db, {
      action: 'payout_decision_withdrawn' as AuditAction,
      subject: { type: 'payout', id },
      actor: { type: 'operator', id: 'ivan' },
    })
    expect((await show(id)).decision).toMatchObject({ state: 'retracted', closed_by: 'ivan' })
    const found = await as('olga').get(`/audit?subject=${id}&action=payout_decision_retracted`)
    expect(found.json().items).toMatchObject([{ action: 'payout_decision_withdrawn' }])
  })

  test('the database rejects the same operator twice, another outcome, and a change of a decision that is done', async () => {
    const id = await stuck(3_000)
    await decide('olga', id, 'paid')
    const { db } = world.api
    await expect(
      sql`update payout_decision set confirmed_by = 'olga', confirmed_at = now()`.execute(db),
    ).rejects.toThrow('payout_decision_check')
    await expect(sql`update payout_decision set outcome = 'returned'`.execute(db)).rejects.toThrow('final')
    await decide('ivan', id, 'paid')
    await expect(sql`update payout_decision set closed_by = 'anna'`.execute(db)).rejects.toThrow('final')
    await expect(sql`delete from payout_decision`.execute(db)).rejects.toThrow('permission denied')
  })
})
