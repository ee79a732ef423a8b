import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedApi, type TestUser } from '../../http/testing/test-api.ts'
import { createOperatorAccount } from '../../identity/operator-access/testing/operator-account.ts'
import { addCard, earn } from '../../money/ledger/testing/test-ledger.ts'
import { codeFor } from '../../payouts/testing/withdrawals.ts'
import { createAdminCommand } from '../../testing/admin-command.ts'

const api = sharedApi({ env: { PAYOUT_DECISION_LIMIT: '1000' } })
let admin: Awaited<ReturnType<typeof createAdminCommand>>
let anna: TestUser
let boris: TestUser
beforeAll(async () => {
  admin = await createAdminCommand(api)
})
beforeEach(async () => {
  await sql`delete from operator_proposal`.execute(api.db)
  anna = await api.createUser()
  boris = await api.createUser({ restaurant: { id: anna.restaurantId, bank: anna.bank } })
})

const reason = 'Договор № 7'
const ivan = () => api.operator()
const olga = () => api.secondOperator()
type Operator = ReturnType<typeof ivan>
const proposals = async () => (await ivan().get('/proposals')).json().items
const restaurant = async () => (await ivan().get(`/restaurants/${anna.restaurantId}`)).json()
const employee = async ({ id }: TestUser) => (await ivan().get(`/employees/${id}`)).json()

let differences = 0
async function difference(): Promise<string> {
  // A day is reconciled once.
  differences += 1
  const { rows } = await sql<{ id: number }>`
    with day as (insert into reconciliation (provider, day, source, payments, payouts, finished_at)
      values ('yookassa', date '2020-01-01' + ${differences}::int, 'provider', 0, 0, now()) returning id)
    insert into reconciliation_line (reconciliation_id, kind, reference) select id, 'foreign', ${randomUUID()} from day returning id`.execute(
    api.db,
  )
  return String(rows[0]?.id)
}

/** Orders a withdrawal that is held: after an ordinary one, a recovery, and with a new card in a new browser. */
async function held(amount: number): Promise<string> {
  await earn(api.db, anna, 100 + amount)
  const browser = await api.signedIn(anna)
  const order = async (digits: string, amount: number) => {
    const card = await addCard(api.db, anna, digits)
    const order = { kind: 'payout', rest_id: anna.restaurantId, binding_id: card, amount } as const
    const code = await codeFor(api.db, anna, order)
    const body = { ...order, code, hold_if_unusual: true }
    return await browser.post('/user/payout', body, { headers: { 'idempotency-key': randomUUID() } })
  }
  await order('1111', 100)
  await sql`update user_account set recovered_at = now() where id = ${anna.userId}`.execute(api.db)
  await sql`insert into device (token_hash, user_id, created_at)
    values (${randomUUID()}::bytea, ${anna.userId}, now() - interval '30 days')`.execute(api.db)
  const response = await order('2222', amount)
  expect(response.json()).toMatchObject({ review: 'open' })
  return response.json().id
}

type Case = {
  action: string
  subject: string
  done: number
  request(operator: Operator, headers?: Record<string, string>): ReturnType<Operator['post']>
  isDone(): Promise<boolean>
}

const cases: Record<string, () => Promise<Case>> = {
  'the fee share of a restaurant': async () => ({
    action: 'restaurant_changed',
    subject: anna.restaurantId,
    done: 200,
    request: (operator, headers) =>
      operator.patch(`/restaurants/${anna.restaurantId}`, { name: 'Ель', fee_share: 50, reason }, headers),
    isDone: async () => (await restaurant()).fee_share === 50 && (await restaurant()).name === 'Ель',
  }),
  'the fee share of a new restaurant': async () => {
    const external_id = randomUUID().slice(0, 8)
    return {
      action: 'restaurant_created',
      subject: external_id,
      done: 201,
      request: (operator, headers) =>
        operator.post('/restaurants', { name: 'Ива', bank: 'Т-Банк', external_id, fee_share: 2 }, headers),
      isDone: async () => (await ivan().get(`/restaurants/${external_id}`)).json().fee_share === 2,
    }
  },
  'the default employee': async () => ({
    action: 'employee_changed',
    subject: boris.id,
    done: 200,
    request: (operator, headers) => operator.patch(`/employees/${boris.id}`, { default: true, reason }, headers),
    isDone: async () => (await employee(boris)).default,
  }),
  'the end of a difference': async () => {
    const line = await difference()
    return {
      action: 'reconciliation_line_closed',
      subject: line,
      done: 200,
      request: (operator, headers) => operator.post(`/reconciliation-lines/${line}/close`, { reason }, headers),
      isDone: async () => {
        const { items } = (await ivan().get('/reconciliation-lines')).json()
        return !items.some(({ id }: { id: number }) => String(id) === line)
      },
    }
  },
  'the release of a large order': async () => {
    const id = await held(1_001)
    return {
      action: 'payout_released',
      subject: id,
      done: 204,
      request: (operator, headers) => operator.post(`/payouts/${id}/release`, { reason }, headers),
      isDone: async () => (await ivan().get(`/payouts/${id}`)).json().review === 'released',
    }
  },
}

describe.each(Object.entries(cases))('%s', (_, prepare) => {
  // spec: 9.65
  test('is proposed by one operator, however often, and confirmed by another one', async () => {
    const { action, subject, done, request, isDone } = await prepare()
    const proposal = (await request(ivan())).json()
    expect(proposal).toMatchObject({ action, subject: { id: subject }, proposed_by: 'ivan' })
    const repeated = await request(ivan())
    expect([repeated.statusCode, repeated.json(), await isDone()]).toEqual([202, proposal, false])
    expect(await proposals()).toEqual([proposal])
    expect((await request(olga())).statusCode).toBe(done)
    expect([await isDone(), await proposals()]).toEqual([true, []])
    const { items } = (await ivan().get(`/audit?subject=${subject}`)).json()
    const lines = items.map((line: { action: string; actor: { id: string } }) => [line.action, line.actor.id])
    expect(lines).toContainEqual(['operator_proposed', 'ivan'])
    expect(lines).toContainEqual(['proposal_confirmed', 'olga'])
    if (action !== 'restaurant_created') expect(lines).toContainEqual([action, 'olga'])
  })

  test('is neither proposed nor confirmed by a dry run, and not confirmed after seven days', async () => {
    const { done, request, isDone } = await prepare()
    expect([(await request(ivan(), dryRun)).statusCode, await proposals()]).toEqual([202, []])
    await request(ivan())
    expect([(await request(olga(), dryRun)).statusCode, await isDone()]).toEqual([done, false])
    await sql`update operator_proposal set proposed_at = now() - interval '7 days 1 minute'`.execute(api.db)
    expect(await proposals()).toEqual([])
    expect([(await request(olga())).statusCode, await isDone()]).toEqual([202, false])
    expect(await proposals()).toMatchObject([{ proposed_by: 'olga' }])
  })
})

const dryRun = { 'x-dry-run': '1' }
const share = (operator: Operator, fee_share: number) =>
  operator.patch(`/restaurants/${anna.restaurantId}`, { fee_share })

test('another change is another proposal, which replaces the first one', async () => {
  await share(ivan(), 50)
  await share(olga(), 5)
  expect(await proposals()).toMatchObject([{ proposed_by: 'olga', change: { fee_share: 5 } }])
  expect([(await share(ivan(), 50)).statusCode, (await restaurant()).fee_share]).toEqual([202, 0])
})

test('a proposal is retracted by any operator, once', async () => {
  await share(ivan(), 50)
  const [{ id }] = await proposals()
  expect((await olga().post(`/proposals/${id}/retract`, { reason })).statusCode).toBe(204)
  expect((await olga().post(`/proposals/${id}/retract`, { reason })).statusCode).toBe(404)
  expect([(await share(olga(), 50)).statusCode, (await restaurant()).fee_share]).toEqual([202, 0])
})

test('one operator is enough for the same share, for no default employee and for a name', async () => {
  const changes = { name: 'Ель', fee_share: 0 }
  expect((await ivan().patch(`/restaurants/${anna.restaurantId}`, changes)).statusCode).toBe(200)
  expect((await ivan().patch(`/employees/${boris.id}`, { default: false, manager: true })).statusCode).toBe(200)
  expect(await proposals()).toEqual([])
})

// spec: 9.65
test('one operator releases orders up to the limit of a day, whether many or one', async () => {
  const release = async (operator: Operator, amount: number) => {
    anna = await api.createUser()
    return (await operator.post(`/payouts/${await held(amount)}/release`, { reason })).statusCode
  }
  expect([await release(ivan(), 600), await release(ivan(), 401)]).toEqual([204, 202])
  expect([await release(ivan(), 400), await release(ivan(), 100)]).toEqual([204, 202])
  expect(await release(olga(), 1_000)).toBe(204)
})

test('the command says who has to confirm, and lists what waits for a confirmation', async () => {
  const command = ['employee', 'default', boris.id, '--reason', reason]
  const { code, output } = await admin(...command)
  expect([code, output]).toEqual([
    0,
    'Предложено. Теперь другой оператор должен повторить ту же команду в течение 7 дней: `proposal list`.',
  ])
  const list = await admin.another('proposal', 'list')
  expect(list.output).toMatch(
    /^ID +ПРЕДЛОЖЕНО +КЕМ +ДЕЙСТВИЕ +ЧТО МЕНЯЕТСЯ +ИЗМЕНЕНИЕ +ПРИЧИНА\n.* ivan +employee_changed +.*"is_default":true/,
  )
  expect((await admin.another(...command)).output).toMatch(/^основной +да$/m)
  expect((await admin('proposal', 'list')).output).toBe('Ничего нет.')
})

// spec: 9.94
describe('an operator decides about no payout of the own account', () => {
  const answers = async (decisions: [path: string, body: object][], account: TestUser) => {
    const { send } = await createOperatorAccount(api, account)
    const responses = []
    for (const [path, body] of decisions) responses.push(await send({ method: 'POST', path, body }))
    return responses.map((response) => [response.statusCode, response.json().code])
  }
  const own = [409, 'own_payout']

  test.each(['payer', 'recipient'])('as the %s of a held order', async (role) => {
    const path = `/admin/payouts/${await held(500)}`
    await sql`insert into payout_share (payout_id, employee_id, title, amount, place)
      values (${path.split('/').at(-1)}, ${boris.id}, 'Борис', 50000, 1)`.execute(api.db)
    const decisions = ['release', 'reject'].map((what): [string, object] => [`${path}/${what}`, { reason }])
    expect(await answers(decisions, role === 'payer' ? anna : boris)).toEqual([own, own])
  })

  test('as the payer of a withdrawal at its bank', async () => {
    const path = `/admin/payouts/${await held(500)}`
    await sql`update payout set review = 'released' where employee_id = ${anna.id}`.execute(api.db)
    const decisions: [string, object][] = [
      [`${path}/decide`, { outcome: 'returned', reason }],
      [`${path}/retract-decision`, { reason }],
    ]
    expect(await answers(decisions, anna)).toEqual([own, own])
  })
})
