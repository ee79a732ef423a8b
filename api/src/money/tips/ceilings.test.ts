import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { sharedApi } from '../../http/testing/test-api.ts'
import { discrepancies, hire, openRestaurant, type TestEmployee, walletBalance } from '../ledger/testing/test-ledger.ts'

const HOUR_MS = 3_600_000
const secret = randomBytes(32)
const api = sharedApi({
  env: {
    TIPS_WEBHOOK_SECRET: `whsec_${secret.toString('base64')}`,
    TIP_LIMIT: '1000',
    TIPS_RESTAURANT_HOUR_LIMIT: '3000',
    TIPS_SOURCE_HOUR_LIMIT: '5000',
  },
})
let anna: TestEmployee
beforeEach(async () => {
  // The ceilings are of a clock hour, which must not end within a test.
  const leftMs = HOUR_MS - (Date.now() % HOUR_MS)
  if (leftMs < 60_000) await delay(leftMs + 1_000)
  await api.db.deleteFrom('booked_hour').execute()
  anna = await hire(api.db, await openRestaurant(api.db))
})

const tipTo = ({ id }: TestEmployee, amount: number) => ({
  external_id: randomUUID() as string,
  employee_id: id,
  amount,
  paid_at: new Date().toISOString(),
})

async function post(url: string, payload: string, headers: object) {
  const response = await api.app.inject({
    method: 'POST',
    url: `/api/v1${url}`,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  })
  return { status: response.statusCode, ...response.json() }
}
const byToken = (what: 'tips' | 'adjustments', entries: object[]) =>
  post(`/ingest/${what}`, JSON.stringify({ [what]: entries }), {
    authorization: `Bearer ${api.settings.serviceToken}`,
  })
function byWebhook(tips: object[]) {
  const [id, timestamp] = [randomUUID(), String(Math.floor(Date.now() / 1_000))]
  const body = JSON.stringify({ type: 'tips.booked', data: { tips } })
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
  return post('/webhooks/tips', body, headers)
}

test('a tip above its ceiling is named and its batch refused, and the batch is booked without it', async () => {
  const [large, small] = [tipTo(anna, 1_000.01), tipTo(anna, 1_000)]
  expect(await byToken('tips', [small, large])).toMatchObject({
    status: 422,
    code: 'above_ceiling',
    reason: 'tip_ceiling',
    errors: { 'tips.1.amount': ['tip_ceiling'] },
  })
  expect(await walletBalance(api.db, anna)).toBe(0)
  expect(await byToken('tips', [small])).toMatchObject({ status: 200, booked: 1 })
})

test('tips of a restaurant above the ceiling of an hour wait for the next one; those of others are booked', async () => {
  const boris = await hire(api.db, await openRestaurant(api.db))
  for (let times = 0; times < 3; times++) await byToken('tips', [tipTo(anna, 1_000)])
  const more = tipTo(anna, 1)
  expect(await byToken('tips', [tipTo(boris, 1), more])).toMatchObject({
    status: 429,
    code: 'above_ceiling',
    retry_after: expect.any(Number),
    errors: { 'tips.1.amount': ['restaurant_hour_ceiling'] },
  })
  expect(await byToken('tips', [tipTo(boris, 1)])).toMatchObject({ status: 200 })
  await api.db
    .updateTable('booked_hour')
    .set({ hour: new Date(Date.now() - 3_600_000) })
    .execute()
  expect(await byToken('tips', [more])).toMatchObject({ status: 200 })
})

test('the token and the secret of webhooks have each a ceiling for all restaurants', async () => {
  const others = await Promise.all([1, 2, 3, 4, 5].map(async () => hire(api.db, await openRestaurant(api.db))))
  for (const other of others) expect(await byToken('tips', [tipTo(other, 1_000)])).toMatchObject({ status: 200 })
  expect(await byToken('tips', [tipTo(anna, 1)])).toMatchObject({ status: 429, reason: 'source_hour_ceiling' })
  expect(await byWebhook([tipTo(anna, 1)])).toMatchObject({ status: 200 })
  expect(await byWebhook([...others, ...others].map((other) => tipTo(other, 501)))).toMatchObject({
    status: 422,
    reason: 'source_hour_ceiling',
    errors: { 'tips.9.amount': ['source_hour_ceiling'] },
  })
})

test('requests at the same time add up, and a repeated tip is not counted again', async () => {
  const batches = Array.from({ length: 6 }, () => [tipTo(anna, 600)])
  const responses = await Promise.all(batches.map((tips) => byToken('tips', tips)))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429])
  const booked = batches[responses.findIndex(({ status }) => status === 200)] ?? []
  expect(await byToken('tips', booked)).toMatchObject({ status: 200, repeated: 1 })
  expect(await walletBalance(api.db, anna)).toBe(3_000_00)
  expect(await discrepancies(api.db)).toEqual([])
})

test('an adjustment that adds to a tip counts as a tip does, and what is taken back does not', async () => {
  const tip = tipTo(anna, 900)
  await byToken('tips', [tip])
  const change = (rubles: number) => ({
    external_id: randomUUID(),
    tip: tip.external_id,
    kind: 'correction',
    change: rubles,
  })
  expect(await byToken('adjustments', [change(50), change(51)])).toMatchObject({
    status: 422,
    errors: { 'adjustments.1.change': ['tip_ceiling'] },
  })
  for (let times = 0; times < 2; times++) {
    expect(await byToken('adjustments', [change(-900), change(900)])).toMatchObject({ status: 200 })
  }
  expect(await byToken('adjustments', [change(-900), change(900)])).toMatchObject({ status: 429 })
})

test('a refusal is a metric', async () => {
  await byToken('tips', [tipTo(anna, 2_000)])
  const headers = { authorization: `Bearer ${api.settings.metricsToken}` }
  const { body } = await api.app.inject({ url: '/metrics', headers })
  expect(body).toMatch(/^portal_tips_above_ceiling_total\{ceiling="tip_ceiling"\} [1-9]/m)
})
