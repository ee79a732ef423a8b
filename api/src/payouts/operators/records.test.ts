import { randomUUID } from 'node:crypto'
import type { PayoutCall, PayoutRecord } from '@portal/contracts/admin/payout'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { discrepancies, walletBalance } from '../../money/ledger/testing/test-ledger.ts'
import { operatorTokens, type PayoutsAtBank, payoutsAtBank, undecidedPhone } from './testing/payouts-at-bank.ts'

let world: PayoutsAtBank
const olga = () => world.api.operator(operatorTokens.olga)
const ivan = () => world.api.operator(operatorTokens.ivan)
beforeEach(async () => {
  world = await payoutsAtBank()
})
afterEach(() => world.stop())

const age = (id: string, seconds: number) =>
  sql`update payout set created_at = now() - make_interval(secs => ${seconds}) where id = ${id}`.execute(world.api.db)
const listRecords = async (...args: string[]): Promise<PayoutRecord[]> =>
  JSON.parse((await world.admin('payout', 'list', '--json', ...args)).output)
const readCalls = async (id: string): Promise<PayoutCall[]> =>
  (await olga().get(`/payouts/${id}/attempts`)).json().items

// spec: 9.60
test('stuck payouts are listed by age, without those that are held for review, finished or young', async () => {
  const anna = await world.hireEmployee()
  const ids: string[] = []
  for (const seconds of [700, 60, 8_000, 9_000, 9_500]) {
    const id = await world.order(anna)
    await world.postponeNextAttempt(id)
    await age(id, seconds)
    ids.push(id)
  }
  const [young10, young1, old, held, finished] = ids
  await sql`update payout set review = 'open' where id = ${held}`.execute(world.api.db)
  await sql`update payout set status = 'succeeded' where id = ${finished}`.execute(world.api.db)

  expect((await listRecords('--stuck')).map(({ id }) => id)).toEqual([old, young10])
  expect((await listRecords('--stuck', '--age', '2h')).map(({ id }) => id)).toEqual([old])
  expect((await listRecords('--stuck', '--age', '30s')).map(({ id }) => id)).toEqual([old, young10, young1])
  expect((await listRecords('--status', 'succeeded')).map(({ id }) => id)).toEqual([finished])
  expect((await listRecords('--employee', anna.id, '--limit', '2')).map(({ id }) => id)).toEqual([finished, held])
  expect(await listRecords('--user', randomUUID())).toEqual([])

  const table = (await world.admin('payout', 'list', '--stuck')).output.split('\n')
  expect(table[0]).toMatch(/^ID +ПРОШЛО +СТАТУС +ПРОВЕРКА +СУММА +ИМЯ +РЕСТОРАН +БАНК +ПОПЫТОК +ПОСЛЕДНИЙ ОТВЕТ$/)
  expect(table[1]).toMatch(
    new RegExp(`^${old} +2 ч 13 мин +processing +— +1000 +Анна Смирнова +Берёзка +ЮKassa +\\d+ +accepted$`),
  )
  expect(await world.admin('payout', 'list', '--age', 'old')).toMatchObject({ code: 2 })
  expect(await world.admin('payout', 'list', '--status', 'stuck')).toMatchObject({ code: 2 })
})

describe('the history of attempts', () => {
  test('has each request and response, and neither the phone nor a secret', async () => {
    world.breakBank('lost_response')
    const id = await world.order(await world.hireEmployee())
    await world.postponeNextAttempt(id)
    world.breakBank(undefined)
    world.decide(id, 'succeeded')
    expect((await olga().post(`/payouts/${id}/ask`, {})).statusCode).toBe(200)

    const calls = await readCalls(id)
    expect(calls.slice(-1)).toMatchObject([{ attempt: 1, by: 'worker', call: 'send', response: 'none' }])
    expect(calls.at(-1)?.detail).toMatch(/^RequestError: socket hang up/)
    const reference = world.double.store.search(id)[0]?.id
    expect(calls[0]).toMatchObject({ attempt: null, by: 'olga', call: 'status', response: 'paid', reference })
    for (const secret of [undecidedPhone, undecidedPhone.slice(1), world.double.account.secretKey]) {
      expect(JSON.stringify(calls)).not.toContain(secret)
    }
    const printed = (await world.admin('payout', 'attempts', id)).output
    expect(printed).toMatch(/^КОГДА +ПОПЫТКА +КТО СПРОСИЛ +ЗАПРОС +ОТВЕТ +МС +ПЛАТЁЖ +RRN +ПОДРОБНОСТИ\n/)
  })

  test('has an attempt without an end: under way until its lease ends, and lost after that', async () => {
    world.breakBank('timeout')
    const id = await world.order(await world.hireEmployee())
    await expect
      .poll(async () => (await readCalls(id))[0])
      .toMatchObject({ attempt: 1, call: null, response: 'under_way' })
    await sql`update payout_attempt set lease_ends_at = now() where payout_id = ${id}`.execute(world.api.db)
    expect((await readCalls(id))[0]).toMatchObject({ attempt: 1, call: null, response: 'lost' })
  })

  test('is never changed or deleted by the application', async () => {
    const id = await world.order(await world.hireEmployee())
    await world.postponeNextAttempt(id)
    await expect(sql`delete from payout_attempt where payout_id = ${id}`.execute(world.api.db)).rejects.toThrow(
      'permission denied',
    )
  })
})

describe('an operator who requests the status', () => {
  const ask = (id: string) => olga().post(`/payouts/${id}/ask`, {})

  // spec: 9.61
  test('gets what the bank has decided, which is booked immediately, also by two at the same time', async () => {
    const anna = await world.hireEmployee()
    const [paid, declined] = [await world.order(anna), await world.order(anna, 500)]
    for (const id of [paid, declined]) await world.postponeNextAttempt(id)
    world.decide(paid, 'succeeded')
    world.decide(declined, 'canceled')
    const answers = await Promise.all([ask(paid), ivan().post(`/payouts/${paid}/ask`, {}), ask(declined)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(answers[0]?.json()).toMatchObject({ call: { response: 'paid' }, payout: { status: 'succeeded' } })
    expect(answers[2]?.json()).toMatchObject({
      call: { response: 'declined', detail: 'recipient_check_failed' },
      payout: { status: 'canceled' },
    })
    expect(await walletBalance(world.api.db, anna)).toBe(99_000_00)
    expect(await discrepancies(world.api.db)).toEqual([])
    const { items } = (await olga().get(`/audit?subject=${declined}`)).json()
    expect(items).toMatchObject([
      {
        action: 'payout_asked',
        actor: { id: 'olga' },
        before: { status: 'processing' },
        after: { response: 'declined' },
      },
    ])
  })

  test('who gets no decision makes the worker send another request immediately', async () => {
    const id = await world.order(await world.hireEmployee())
    await world.postponeNextAttempt(id)
    world.breakBank('error')
    const { output } = await world.admin('payout', 'ask', id)
    expect(output).toMatch(/^Ответ банка: none, YookassaError: ЮKassa responded 500/)
    world.breakBank(undefined)
    world.decide(id, 'succeeded')
    await expect.poll(() => world.readStatus(id)).toBe('succeeded')
  })

  test('gets the opposite of what was booked: no money moves, and it is a difference until an operator closes it', async () => {
    const anna = await world.hireEmployee()
    const id = await world.order(anna)
    await world.postponeNextAttempt(id)
    world.decide(id, 'succeeded')
    await ask(id)
    world.decide(id, 'canceled')
    expect((await ask(id)).json()).toMatchObject({ call: { response: 'declined' }, payout: { status: 'succeeded' } })
    await ask(id)
    expect(await walletBalance(world.api.db, anna)).toBe(99_000_00)
    const open = await world.admin('reconciliation', 'open', '--json')
    const lines = JSON.parse(open.output)
    expect(lines).toMatchObject([
      { kind: 'status', payout_id: id, our_status: 'paid', their_status: 'declined', our_amount: 1_000 },
    ])
    const closing = ['reconciliation', 'close', String(lines[0].id), '--reason', 'Банк исправил выписку']
    await world.admin(...closing)
    await world.admin.another(...closing)
    await ask(id)
    expect((await world.admin('reconciliation', 'open')).code).toBe(0)
  })

  test('changes nothing by a dry run', async () => {
    const id = await world.order(await world.hireEmployee())
    await world.postponeNextAttempt(id)
    world.decide(id, 'succeeded')
    const calls = await readCalls(id)
    const { output } = await world.admin('payout', 'ask', id, '--dry-run')
    expect(output).toMatch(/^Ответ банка: paid\n[\s\S]*статус +succeeded\n/)
    expect(await world.readStatus(id)).toBe('processing')
    expect(await readCalls(id)).toEqual(calls)
  })

  test('waits for a request of the worker that is under way', async () => {
    world.breakBank('timeout')
    const id = await world.order(await world.hireEmployee())
    await expect.poll(async () => (await readCalls(id))[0]).toMatchObject({ response: 'under_way' })
    expect((await ask(id)).json()).toMatchObject({ code: 'delivery_under_way' })
    world.breakBank(undefined)
  })

  test('is rejected for a payout that no bank has', async () => {
    const id = await world.order(await world.hireEmployee())
    await world.postponeNextAttempt(id)
    await sql`update payout set review = 'open' where id = ${id}`.execute(world.api.db)
    expect((await ask(id)).json()).toMatchObject({ code: 'in_review' })
    await sql`update payout set review = null, bank = null where id = ${id}`.execute(world.api.db)
    expect((await ask(id)).json()).toMatchObject({ code: 'not_at_bank' })
    for (const nowhere of [randomUUID(), 'x']) {
      expect((await ask(nowhere)).statusCode).toBe(404)
      expect((await olga().get(`/payouts/${nowhere}/attempts`)).statusCode).toBe(404)
      expect((await olga().get(`/payouts/${nowhere}`)).statusCode).toBe(404)
    }
  })
})
