import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { sharedApi, type TestUser } from '../../http/testing/test-api.ts'
import { withdraw } from '../../payouts/testing/withdrawals.ts'

const api = sharedApi()
let anna: TestUser

beforeAll(async () => {
  anna = await api.createUser({ phone: '+79160000001' })
})

function tips(count: number, more = {}) {
  const tip = { employee_id: anna.id, amount: 100, paid_at: new Date().toISOString(), ...more }
  return Array.from({ length: count }, () => ({ ...tip, external_id: randomUUID() }))
}

/** Sends tips as the payment side does: with a token, and without a page. */
async function ingest(payload: object, authorization = `Bearer ${api.settings.serviceToken}`, path = 'tips') {
  const response = await api.app.inject({
    method: 'POST',
    url: `/api/v1/ingest/${path}`,
    payload,
    headers: { authorization },
  })
  return { status: response.statusCode, body: response.json() }
}

// spec: 9.17
test('the payment side books tips by its token, and a browser does not', async () => {
  const batch = { tips: tips(2) }
  expect(await ingest(batch)).toEqual({ status: 200, body: { booked: 2, repeated: 0 } })
  expect(await ingest(batch)).toEqual({ status: 200, body: { booked: 0, repeated: 2 } })
  const browser = await api.signedIn(anna)
  expect((await browser.get(`/user/balance/${anna.restaurantId}`)).json()).toMatchObject({
    balance: 200,
    avg_sum: 100,
    pending: 0,
  })
  expect((await browser.post('/ingest/tips', { tips: tips(1) })).statusCode).toBe(401)
  for (const authorization of ['', 'Bearer nonsense', api.settings.serviceToken]) {
    expect((await ingest({ tips: tips(1) }, authorization)).status).toBe(401)
  }
})

test('a full batch with long comments fits; one more tip does not', async () => {
  const comment = 'Ж'.repeat(500)
  expect(await ingest({ tips: tips(1_000, { comment }) })).toMatchObject({ status: 200, body: { booked: 1_000 } })
  expect(await ingest({ tips: tips(1_001) })).toMatchObject({ status: 400, body: { code: 'malformed' } })
})

test.each([
  ['nothing', { amount: 0 }],
  ['less than nothing', { amount: -5 }],
  ['a part of a kopeck', { amount: 1.001 }],
  ['six stars', { rating: 6 }],
  ['a time without offset', { paid_at: '2026-11-10T12:00:00' }],
  ['a field too many', { fee: 1 }],
  ['no receiver', { employee_id: undefined }],
  ['half a receiver', { employee_id: undefined, restaurant: 'R1' }],
  ['two receivers', { restaurant: 'R1', employee: '17' }],
])('%s is malformed', async (_, change) => {
  expect((await ingest({ tips: tips(1, change) })).status).toBe(400)
})

test.each([1e-9, 0.001, 0.004, 100.000000001, 250.501])(
  'of a batch with %d ₽ only that tip is named',
  async (amount) => {
    const [first, wrong, last] = [...tips(1), ...tips(1, { amount }), ...tips(1)]
    expect(await ingest({ tips: [first, wrong, last] })).toEqual({
      status: 400,
      body: expect.objectContaining({ code: 'malformed', errors: { 'tips.1.amount': [expect.any(String)] } }),
    })
  },
)

test('0.3 and 0.1 + 0.2 are the same tip, in one batch and in two', async () => {
  const [tip] = tips(1, { amount: 0.3 })
  const sum = { ...tip, amount: 0.1 + 0.2 }
  expect(await ingest({ tips: [tip, sum] })).toEqual({ status: 200, body: { booked: 1, repeated: 1 } })
  expect(await ingest({ tips: [sum] })).toEqual({ status: 200, body: { booked: 0, repeated: 1 } })
})

// spec: 9.38
test('the payment side takes a tip back, and its employee sees the debt', async () => {
  const boris = await api.createUser({ phone: '+79160000002' })
  const [tip] = tips(1, { employee_id: boris.id, amount: 500 })
  await ingest({ tips: [tip] })
  const browser = await api.signedIn(boris)
  const path = `/user/balance/${boris.restaurantId}`
  expect((await browser.get(path)).json()).not.toHaveProperty('debt')
  await withdraw(api.db, boris, 400)

  const batch = {
    adjustments: [{ external_id: randomUUID(), tip: tip?.external_id, kind: 'chargeback', change: -450.5 }],
  }
  const token = `Bearer ${api.settings.serviceToken}`
  expect(await ingest(batch, token, 'adjustments')).toEqual({ status: 200, body: { booked: 1, repeated: 0 } })
  expect(await ingest(batch, token, 'adjustments')).toEqual({ status: 200, body: { booked: 0, repeated: 1 } })
  expect((await browser.get(path)).json()).toMatchObject({ balance: 0, debt: 350.5 })
  expect((await browser.get('/session/bootstrap')).json()).toMatchObject({ balance: { total: { debt: 350.5 } } })
  expect((await browser.get('/user/billing')).json().items[0]).toMatchObject({
    type: 'chargeback',
    direction: 'out',
    amount: 450.5,
  })
  expect((await ingest(batch, 'Bearer nonsense', 'adjustments')).status).toBe(401)
})

test.each([
  ['nothing', { change: 0 }],
  ['a part of a kopeck', { change: -1.001 }],
  ['another kind', { kind: 'gift' }],
  ['no tip', { tip: undefined }],
])('an adjustment of %s is malformed', async (_, change) => {
  const adjustment = { external_id: 'a', tip: 'b', kind: 'chargeback', change: -1, ...change }
  const token = `Bearer ${api.settings.serviceToken}`
  expect((await ingest({ adjustments: [adjustment] }, token, 'adjustments')).status).toBe(400)
})
