import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { sharedApi, type TestBrowser, type TestUser } from '../http/testing/test-api.ts'
import { addCard, earn } from '../money/ledger/testing/test-ledger.ts'
import { withdraw } from './testing/withdrawals.ts'

const api = sharedApi()
let anna: TestUser
let browser: TestBrowser

beforeAll(async () => {
  anna = await api.createUser({ phone: '+79160000001' })
  browser = await api.signedIn(anna)
  await earn(api.db, anna, 10_000)
})

async function order(amount: number) {
  await browser.post(`/otp/send/user/${anna.userId}`, { purpose: 'payout' })
  const code = await api.codeSentTo(anna.phone)
  return { kind: 'payout', rest_id: anna.restaurantId, binding_id: await addCard(api.db, anna), amount, code }
}

// spec: 9.34, 9.35
test('a withdrawal from the code by SMS to the money at the bank', async () => {
  const body = await order(500)
  const headers = { 'idempotency-key': randomUUID() }
  const created = await browser.post('/user/payout', body, { headers })
  expect(created.statusCode).toBe(201)
  expect(created.json()).toMatchObject({ amount: 500, fee: 15, net: 485, status: 'pending' })

  const again = await browser.post('/user/payout', { ...body, code: '000000' }, { headers })
  expect(again.statusCode).toBe(201)
  expect(again.body).toBe(created.body)

  const { id } = created.json()
  const status = async () => (await browser.get(`/user/payout/${id}`)).json().status
  await expect.poll(status).toBe('succeeded')
  expect((await browser.get(`/user/payout/by-key/${headers['idempotency-key']}`)).json()).toMatchObject({
    id,
    status: 'succeeded',
  })
  expect((await browser.get(`/user/balance/${anna.restaurantId}`)).json()).toMatchObject({ balance: 9_500 })
  expect((await browser.get('/user/payout')).json()).toMatchObject({ items: [{ id }], total: 1, page: 1, pages: 1 })
})

// spec: 9.6
test('the list has an empty page past the end, the first page for page 0 and an empty number, and 400 for a page before it', async () => {
  const { total } = (await browser.get('/user/payout')).json()
  const past = await browser.get('/user/payout?page=9')
  expect(past.statusCode).toBe(200)
  expect(past.json()).toEqual({ items: [], page: 9, pages: 1, per_page: 20, total, as_of: String(total) })
  for (const query of ['page=0', 'page=', 'page=&restId=']) {
    expect((await browser.get(`/user/payout?${query}`)).json()).toMatchObject({ page: 1, total })
  }
  expect((await browser.get('/user/payout?page=-1')).statusCode).toBe(400)
})

// spec: 9.6
test('pages do not shift when a payout arrives meanwhile', async () => {
  const vera = await api.createUser({ phone: '+79160000003' })
  const hers = await api.signedIn(vera)
  await earn(api.db, vera, 30_000)
  for (let n = 1; n <= 21; n++) await withdraw(api.db, vera, 100 + n)
  for (const whose of ['', `restId=${vera.restaurantId}&`]) {
    const first = (await hers.get(`/user/payout?${whose}`)).json()
    expect(first.items).toHaveLength(20)
    await withdraw(api.db, vera, 999)
    const second = (await hers.get(`/user/payout?${whose}page=2&as_of=${first.as_of}`)).json()
    const both = [...first.items, ...second.items].map(({ number }) => number)
    expect(new Set(both).size).toBe(first.total)
    expect(second.total).toBe(first.total)
  }
  expect((await hers.get('/user/payout?page=2&as_of=x')).statusCode).toBe(400)
})

test.each([
  // spec: 9.5
  ['no key', {}, {}, 400, 'idempotency_key_required'],
  ['a field too many', { 'idempotency-key': 'a' }, { net: 0 }, 400, 'malformed'],
  ['kopecks', { 'idempotency-key': 'a' }, { amount: 100.5 }, 400, 'malformed'],
  ['less than nothing', { 'idempotency-key': 'a' }, { amount: -100 }, 400, 'malformed'],
  ['an invalid id', { 'idempotency-key': 'a' }, { binding_id: "' or 1=1" }, 404, 'not_found'],
])('%s is rejected', async (_, headers, change, status, code) => {
  const body = { kind: 'payout', rest_id: anna.restaurantId, binding_id: randomUUID(), amount: 100, code: '000000' }
  const response = await browser.post('/user/payout', { ...body, ...change }, { headers })
  expect(response.statusCode).toBe(status)
  expect(response.json()).toMatchObject({ code })
})

// spec: 9.5
test('without a key the response says what to send', async () => {
  const body = { kind: 'payout', rest_id: anna.restaurantId, binding_id: randomUUID(), amount: 100, code: '000000' }
  const response = await browser.post('/user/payout', body)
  expect(response.statusCode).toBe(400)
  expect(response.json()).toEqual({
    code: 'idempotency_key_required',
    message: expect.stringMatching(/^Send Idempotency-Key: /),
  })
})

// spec: 9.32
test('payout terms contain the fee, the limits and the rest of the day’s limit', async () => {
  const { items } = (await browser.get(`/payouts/methods/${anna.restaurantId}`)).json()
  expect(items).toMatchObject([
    { type: 'card', enabled: true, min: 100, max: 75_000, fee: { percent: 1.5, fixed: 0, min: 15 } },
    { type: 'sbp', enabled: true, fee: { percent: 0, fixed: 0, min: 0 } },
  ])
  expect((await browser.get(`/payouts/methods/${randomUUID()}`)).statusCode).toBe(404)
})

// spec: 9.35
test('another user’s payouts are 404, and anonymous clients get 401', async () => {
  const boris = await api.signedIn(await api.createUser({ phone: '+79160000002' }))
  const { items } = (await browser.get('/user/payout')).json()
  expect((await boris.get(`/user/payout/${items[0].id}`)).statusCode).toBe(404)
  expect((await boris.get(`/user/payout?restId=${anna.restaurantId}`)).statusCode).toBe(404)
  for (const path of ['/user/payout', '/user/payout-bindings', '/sbp/banks', `/payouts/methods/${anna.restaurantId}`]) {
    expect((await api.browser().get(path)).statusCode, path).toBe(401)
  }
})
