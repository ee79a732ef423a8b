import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import {
  addCard,
  discrepancies,
  earn,
  hire,
  noonZone,
  openRestaurant,
  walletBalance,
} from '../../money/ledger/testing/test-ledger.ts'
import { leaseDuePayout } from '../delivery/lease.ts'
import { insertPayout } from '../repository.ts'
import { codeFor } from '../testing/withdrawals.ts'

const api = sharedApi({ env: { PAYOUT_DECISION_LIMIT: '1000000' } })
let anna: TestUser
let browser: TestBrowser
let oldCard: string
beforeEach(async () => {
  anna = await api.createUser({ isDefault: true })
  await sql`update restaurant set time_zone = ${noonZone()} where id = ${anna.restaurantId}`.execute(api.db)
  browser = await api.signedIn(anna)
  oldCard = await addCard(api.db, anna, '1111')
  await earn(api.db, anna, 50_000)
})

async function order(binding_id: string, { key = randomUUID() as string, amount = 200 } = {}) {
  const wanted = { kind: 'payout', rest_id: anna.restaurantId, binding_id, amount } as const
  const code = await codeFor(api.db, anna, wanted)
  return await browser.post('/user/payout', { ...wanted, code }, { headers: { 'idempotency-key': key } })
}

const readPayout = async (id: string) => (await browser.get(`/user/payout/${id}`)).json()
const finished = (id: string) => expect.poll(async () => (await readPayout(id)).status).toMatch(/succeeded|canceled/)

/** Records that a code has just set a new password. */
const recover = () => sql`update user_account set recovered_at = now() where id = ${anna.userId}`.execute(api.db)

/** Adds a device on which the user signed in a month ago. */
const addOldDevice = () =>
  sql`insert into device (token_hash, user_id, created_at) values (${randomUUID()}::bytea, ${anna.userId}, now() - interval '30 days')`.execute(
    api.db,
  )

/** Recovers the password by a code, in another browser than before. */
async function makeUnusual(): Promise<void> {
  await recover()
  await addOldDevice()
}

/** Orders a payout that is held: after a recovery of the password, from a new device, to a new card. */
async function heldPayout() {
  const first = await order(oldCard)
  await finished(first.json().id)
  await makeUnusual()
  return await order(await addCard(api.db, anna, '2222'), { amount: 10_000 })
}

const decision = { reason: 'Позвонила, подтвердила' }
const service = (path: string) => api.operator().post(`/${path}`, decision)
const operator = (id: string, what: 'release' | 'reject') => service(`payouts/${id}/${what}`)
const disable = (userId: string) => service(`users/${userId}/block`)
const readAudit = (id: string) =>
  api.db.selectFrom('audit_event').select(['actor', 'action', 'reason']).where('subject_id', '=', id).execute()

test('an unusual order requires a second confirmation by another code, once, and for this order only', async () => {
  await makeUnusual()
  const key = randomUUID()
  const first = await order(oldCard, { key })
  expect(first.statusCode).toBe(422)
  expect(first.json()).toMatchObject({ code: 'confirm_again' })
  expect(await walletBalance(api.db, anna)).toBe(50_000_00)
  expect((await order(oldCard, { amount: 300 })).json()).toMatchObject({ code: 'confirm_again' })
  expect((await order(oldCard, { key })).statusCode).toBe(201)
  expect((await order(oldCard)).json()).toMatchObject({ code: 'confirm_again' })
})

test('the code of the first confirmation is rejected for the second', async () => {
  await makeUnusual()
  const wanted = { kind: 'payout', rest_id: anna.restaurantId, binding_id: oldCard, amount: 200 } as const
  const body = { ...wanted, code: await codeFor(api.db, anna, wanted) }
  const send = () => browser.post('/user/payout', body, { headers: { 'idempotency-key': randomUUID() } })
  expect((await send()).json()).toMatchObject({ code: 'confirm_again' })
  expect((await send()).json()).toMatchObject({ code: 'otp_expired' })
})

test('the second confirmation expires after a quarter of an hour', async () => {
  await makeUnusual()
  await order(oldCard)
  await sql`update order_confirmation set confirmed_at = confirmed_at - interval '15 minutes'`.execute(api.db)
  expect((await order(oldCard)).json()).toMatchObject({ code: 'confirm_again' })
})

test('holds an order like a thief’s: the money leaves the balance, no worker leases it, and its owner sees it', async () => {
  const response = await heldPayout()
  expect(response.statusCode).toBe(201)
  expect(response.json()).toMatchObject({ status: 'pending', review: 'open' })
  expect(response.json()).not.toHaveProperty('expected_at')
  expect(await walletBalance(api.db, anna)).toBe(39_800_00)
  expect(await leaseDuePayout(api.db)).toBeUndefined()
  expect((await browser.get('/user/payout')).json().items[0]).toMatchObject({ status: 'pending', review: 'open' })
})

test('the device of a thief who recovers the password is a new one', async () => {
  const own = api.browser()
  await own.post('/login', { phoneNumber: anna.phone, password: anna.password })
  await sql`update device set created_at = now() - interval '30 days' where user_id = ${anna.userId}`.execute(api.db)
  await finished((await order(oldCard)).json().id)

  browser = api.browser()
  await browser.post('/otp/send/recovery', { phone_number: anna.phone })
  await expect.poll(() => api.codeSentTo(anna.phone).catch(() => '')).toMatch(/^\d{6}$/)
  const code = await api.codeSentTo(anna.phone)
  const { a, b } = (await browser.post('/user/password/request', { code, phone_number: anna.phone })).json()
  const password = 'tea and cherry 9'
  await browser.post(`/user/password/change/${a}/${b}`, { password })
  expect((await browser.post('/login', { phoneNumber: anna.phone, password })).statusCode).toBe(200)
  const response = await order(await addCard(api.db, anna, '2222'), { amount: 10_000 })
  expect(response.json()).toMatchObject({ status: 'pending', review: 'open' })
})

// spec: 9.19
test('a released order is paid, and the decision is recorded', async () => {
  const { id } = (await heldPayout()).json()
  expect((await operator(id, 'release')).statusCode).toBe(204)
  await finished(id)
  expect(await readPayout(id)).toMatchObject({ status: 'succeeded', review: 'released' })
  expect(await readAudit(id)).toEqual([{ actor: 'ivan', action: 'payout_released', reason: decision.reason }])
  expect((await operator(id, 'reject')).json()).toMatchObject({ code: 'not_in_review' })
  expect(await walletBalance(api.db, anna)).toBe(39_800_00)
})

// spec: 9.19
test('a rejected order returns the money once, however often it is rejected', async () => {
  const { id } = (await heldPayout()).json()
  const responses = await Promise.all([1, 2, 3].map(() => operator(id, 'reject')))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204])
  expect(await readPayout(id)).toMatchObject({ status: 'canceled', review: 'rejected' })
  expect(await walletBalance(api.db, anna)).toBe(49_800_00)
  expect(await readAudit(id)).toHaveLength(1)
  expect((await operator(id, 'release')).statusCode).toBe(409)
  expect(await discrepancies(api.db)).toEqual([])
})

test('a release and a rejection at the same time are one decision', async () => {
  const { id } = (await heldPayout()).json()
  const responses = await Promise.all([operator(id, 'release'), operator(id, 'reject')])
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
  await finished(id)
  expect(await readAudit(id)).toHaveLength(1)
  expect(await discrepancies(api.db)).toEqual([])
})

/** Adds finished withdrawals that are about a month old, each of another day. */
async function addHabits(...amounts: number[]): Promise<void> {
  await sql`update payout_binding set created_at = now() - interval '90 days' where id = ${oldCard}`.execute(api.db)
  for (const [index, amount] of amounts.entries()) {
    const at = new Date(Date.now() - (30 + index) * 86_400_000)
    at.setUTCHours(12)
    const { userId: user_id, id: employee_id } = anna
    await insertPayout(api.db, {
      ...{
        kind: 'payout',
        employee_id,
        user_id,
        binding_id: oldCard,
        recipient_employee_id: null,
        fee: 0,
        comment: null,
      },
      ...{ destination_type: 'card', destination_title: '', status: 'succeeded', amount: amount * 100, at },
    })
  }
}

test('an unusual amount is unusual in parts too, and the parts of today are no habit', async () => {
  await addHabits(1_000, 1_000, 1_000, 1_000, 5_000)
  await addOldDevice()
  // The sum stays below three times the largest earlier day, and a new device needs a second signal to be unusual.
  for (const amount of [5_000, 5_000, 4_999]) expect((await order(oldCard, { amount })).statusCode).toBe(201)
  expect((await order(oldCard, { amount: 101 })).json()).toMatchObject({ code: 'confirm_again' })
})

test('simultaneous orders count as one amount, from every restaurant, withdrawals and transfers together', async () => {
  await addHabits(1_000, 1_000, 1_000, 1_000, 5_000)
  await addOldDevice()
  const elsewhere = await hire(api.db, await openRestaurant(api.db, { timeZone: noonZone() }), { user: anna.userId })
  await earn(api.db, elsewhere, 50_000)
  const { id: recipient_employee_id } = await api.createUser({ restaurant: { id: anna.restaurantId, bank: anna.bank } })
  const payout = { kind: 'payout', binding_id: oldCard } as const
  const orders = [
    { ...payout, rest_id: anna.restaurantId, amount: 4_000 },
    { ...payout, rest_id: elsewhere.restaurantId, amount: 4_001 },
    { ...payout, rest_id: elsewhere.restaurantId, amount: 4_002 },
    { kind: 'transfer', recipient_employee_id, rest_id: anna.restaurantId, amount: 4_003 } as const,
    { kind: 'transfer', recipient_employee_id, rest_id: anna.restaurantId, amount: 4_004 } as const,
  ]
  const bodies: object[] = []
  for (const wanted of orders) bodies.push({ ...wanted, code: await codeFor(api.db, anna, wanted) })
  const responses = await Promise.all(
    bodies.map((body) => browser.post('/user/payout', body, { headers: { 'idempotency-key': randomUUID() } })),
  )
  const outcomes = responses.map((response) => response.json().code ?? response.statusCode).sort()
  expect(outcomes).toEqual([201, 201, 201, 'confirm_again', 'confirm_again'])
})

test('a phone whose bank has just changed is as new as another phone', async () => {
  const finishedOrder = await order(oldCard)
  await finished(finishedOrder.json().id)
  await addOldDevice()
  expect((await order(oldCard)).statusCode).toBe(201)
  await sql`update payout_binding set confirmed_at = now() where id = ${oldCard}`.execute(api.db)
  expect((await order(oldCard)).json()).toMatchObject({ code: 'confirm_again' })
})

test('a held order of a disabled user may be rejected, and is released only after enabling the user', async () => {
  const { id } = (await heldPayout()).json()
  await disable(anna.userId)
  expect((await operator(id, 'release')).json()).toMatchObject({ code: 'payer_disabled' })
  await service(`users/${anna.userId}/unblock`)
  browser = await api.signedIn(anna)
  expect((await operator(id, 'release')).statusCode).toBe(204)
  await finished(id)
})

test('a decision about an order that was never held is 409, and about a missing order 404', async () => {
  const { id } = (await order(oldCard)).json()
  expect((await operator(id, 'release')).json()).toMatchObject({ code: 'not_in_review' })
  expect((await operator(randomUUID(), 'reject')).statusCode).toBe(404)
})
