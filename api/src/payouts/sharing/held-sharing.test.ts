import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { checkLedger } from '../../money/ledger/check-ledger.ts'
import { discrepancies, earn, walletBalance } from '../../money/ledger/testing/test-ledger.ts'
import { codeFor } from '../testing/withdrawals.ts'
import { sharingOrder } from './testing/sharing-order.ts'

const api = sharedApi({ env: { PAYOUT_DECISION_LIMIT: '1000000' } })
let anna: TestUser
let team: TestUser[]
let annas: TestBrowser
beforeEach(async () => {
  anna = await api.createUser({ isDefault: true })
  const restaurant = { id: anna.restaurantId, bank: anna.bank }
  team = [await api.createUser({ restaurant }), await api.createUser({ restaurant })]
  annas = await api.signedIn(anna)
  await earn(api.db, anna, 50_000)
  // One signal beside the large sum makes the order unusual, and the user cannot confirm it again.
  for (let times = 0; times < 5; times += 1) expect((await share(10)).statusCode).toBe(201)
  await sql`update payout set created_at = created_at - interval '36 hours' where user_id = ${anna.userId}`.execute(
    api.db,
  )
  await sql`insert into device (token_hash, user_id, created_at)
    values (${randomUUID()}::bytea, ${anna.userId}, now() - interval '30 days')`.execute(api.db)
})

async function share(amount: number, more: object = {}) {
  const order = sharingOrder(anna.restaurantId, amount, team)
  const code = await codeFor(api.db, anna, order)
  const headers = { 'idempotency-key': randomUUID() }
  return await annas.post('/user/payout', { ...order, comment: 'Банкет', code, ...more }, { headers })
}
const held = async (): Promise<string> => (await share(20_000, { hold_if_unusual: true })).json().id
const decide = (id: string, decision: 'release' | 'reject') =>
  api.operator().post(`/payouts/${id}/${decision}`, { reason: 'Позвонила' })
/** Returns rubles, without the five earlier sharings. */
const balances = async () => {
  const [sender = 0, ...others] = await Promise.all([anna, ...team].map((one) => walletBalance(api.db, one)))
  return [sender / 100 + 50, ...others.map((kopecks) => kopecks / 100 - 25)]
}
const newest = async (employee: TestUser) =>
  (await (await api.signedIn(employee)).get('/user/billing?type=transfer')).json().items[0]

async function expectBalancedLedger() {
  expect(await discrepancies(api.db)).toEqual([])
  expect((await checkLedger(api.db)).differences).toEqual([])
}

test('an unusual sharing needs a second confirmation before any money moves', async () => {
  expect((await share(20_000)).json()).toMatchObject({ code: 'confirm_again' })
  expect(await balances()).toEqual([50_000, 0, 0])
  expect((await share(20_000)).statusCode).toBe(201)
  expect(await balances()).toEqual([30_000, 10_000, 10_000])
})

test('a held sharing leaves the balance as a whole, and no colleague gets or sees a part of it', async () => {
  const id = await held()
  expect((await annas.get(`/user/sharing/${id}`)).json()).toMatchObject({ status: 'pending', people: 2 })
  expect(await balances()).toEqual([30_000, 0, 0])
  for (const employee of team) expect(await newest(employee)).toMatchObject({ amount: 5 })
  await expectBalancedLedger()
})

test('all colleagues get their parts immediately after the release', async () => {
  const id = await held()
  expect((await decide(id, 'release')).statusCode).toBe(204)
  expect(await balances()).toEqual([30_000, 10_000, 10_000])
  for (const employee of team) {
    const line = { type: 'transfer_in', amount: 10_000, comment: 'Банкет', title: 'Перевод · Анна Смирнова' }
    expect(await newest(employee)).toMatchObject(line)
  }
  expect((await decide(id, 'reject')).statusCode).toBe(409)
  await expectBalancedLedger()
})

test('the whole sum of a rejected sharing returns', async () => {
  const id = await held()
  expect((await decide(id, 'reject')).statusCode).toBe(204)
  expect((await decide(id, 'release')).statusCode).toBe(409)
  expect(await balances()).toEqual([50_000, 0, 0])
  await expectBalancedLedger()
})

test('a sharing with a colleague who was dismissed meanwhile is not released, not even to the others', async () => {
  const id = await held()
  await api.operator().post(`/employees/${team[1]?.id}/dismiss`, { reason: 'Уволился' })
  expect((await decide(id, 'release')).json()).toMatchObject({ code: 'recipient_disabled' })
  expect(await balances()).toEqual([30_000, 0, 0])
  expect((await decide(id, 'reject')).statusCode).toBe(204)
  expect(await balances()).toEqual([50_000, 0, 0])
})

test('a colleague with a part of a held sharing cannot delete the account before the decision', async () => {
  await held()
  const [boris] = team as [TestUser]
  const theirs = await api.signedIn(boris)
  const response = await theirs.post('/user/deletion', { current_password: boris.password })
  expect(response.json()).toMatchObject({ code: 'payout_in_progress' })
})
