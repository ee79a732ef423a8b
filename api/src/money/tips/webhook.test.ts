import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createTestApi, sharedApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts'
import { discrepancies, walletBalance } from '../ledger/testing/test-ledger.ts'

const [secret, earlierSecret] = [randomBytes(32), randomBytes(24)]

const api = sharedApi({
  env: {
    TIPS_WEBHOOK_SECRET: [secret, earlierSecret].map((each) => `whsec_${each.toString('base64')}`).join(),
  },
})
let anna: TestUser

beforeAll(async () => {
  anna = await api.createUser({ phone: '+79160000001' })
  await api.db.updateTable('restaurant').set({ external_id: 'R1' }).execute()
  await api.db.updateTable('employee').set({ external_id: '17' }).execute()
})

const tip = () => ({
  external_id: randomUUID(),
  restaurant: 'R1',
  employee: '17',
  amount: 100,
  paid_at: new Date().toISOString(),
})
const booked = (tips = [tip()]) => ({ type: 'tips.booked', data: { tips } })

type Message = { id: string; timestamp: string; signature: string; body: string }

/** Signs as https://www.standardwebhooks.com says. */
function sign(payload: object, { id = randomUUID() as string, ageSeconds = 0, key = secret } = {}): Message {
  const body = JSON.stringify(payload)
  const timestamp = String(Math.floor(Date.now() / 1_000) - ageSeconds)
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { id, timestamp, signature: `v1,${signature}`, body }
}

async function send({ id, timestamp, signature, body }: Message, to: Pick<TestApi, 'app'> = api) {
  const response = await to.app.inject({
    method: 'POST',
    url: '/api/v1/webhooks/tips',
    payload: body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    },
  })
  return { status: response.statusCode, ...response.json() }
}

// spec: 9.39
test('a signed message books a tip, and another one takes it back', async () => {
  const incoming = tip()
  expect(await send(sign(booked([incoming])))).toEqual({ status: 200, booked: 1, repeated: 0 })
  expect(await walletBalance(api.db, anna)).toBe(100_00)
  const adjustments = [{ external_id: randomUUID(), tip: incoming.external_id, kind: 'chargeback', change: -100 }]
  expect(await send(sign({ type: 'tips.adjusted', data: { adjustments } }))).toMatchObject({ status: 200, booked: 1 })
  expect(await walletBalance(api.db, anna)).toBe(0)
  expect(await discrepancies(api.db)).toEqual([])
})

test('one of several signatures is enough, and an earlier secret is accepted', async () => {
  const { id, timestamp, body } = sign(booked())
  const old = createHmac('sha256', earlierSecret).update(`${id}.${timestamp}.${body}`).digest('base64')
  expect(await send({ id, timestamp, body, signature: `v1,AAAA v1a,xyz v1,${old}` })).toMatchObject({ status: 200 })
})

// spec: 9.39
test('a recorded message cannot be sent again, also simultaneously', async () => {
  const message = sign(booked())
  const responses = await Promise.all(Array.from({ length: 5 }, () => send(message)))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  expect(await send(message)).toMatchObject({ status: 409, code: 'replayed_message' })
})

test.each([
  ['tip', async () => booked()],
  [
    'chargeback',
    async () => {
      const incoming = tip()
      await send(sign(booked([incoming])))
      const adjustment = { external_id: randomUUID(), tip: incoming.external_id, kind: 'chargeback', change: -100 }
      return { type: 'tips.adjusted', data: { adjustments: [adjustment] } }
    },
  ],
])(
  'a message of a %s whose connection was lost before the booking is accepted when it is sent again',
  async (_, event) => {
    const message = sign(await event())
    const lost = await api.db.transaction().execute(async (trx) => {
      await trx.selectFrom('ledger_account').select('id').where('employee_id', '=', anna.id).forUpdate().execute()
      const response = send(message)
      const kill = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await kill.execute(api.db)).rows.length).toBe(1)
      return await response
    })
    expect(lost.status).toBeGreaterThanOrEqual(500)
    expect(await send(message)).toMatchObject({ status: 200, booked: 1, repeated: 0 })
  },
)

test('an attempt that is signed again under the same id books nothing twice', async () => {
  const [event, id] = [booked(), randomUUID()]
  expect(await send(sign(event, { id, ageSeconds: 5 }))).toMatchObject({ booked: 1, repeated: 0 })
  expect(await send(sign(event, { id }))).toMatchObject({ booked: 0, repeated: 1 })
})

test('what was rejected may be corrected and sent again', async () => {
  const incoming = { ...tip(), employee: 'nobody' }
  expect(await send(sign(booked([incoming])))).toMatchObject({
    status: 422,
    errors: { 'tips.0.employee': ['unknown_employee'] },
  })
  expect(await send(sign(booked([{ ...incoming, employee: '17' }])))).toMatchObject({ status: 200, booked: 1 })
})

test.each<[string, (message: Message) => Message, string]>([
  ['another secret', () => sign(booked(), { key: randomBytes(32) }), 'unauthorized'],
  ['another body', (message) => ({ ...message, body: message.body.replace('100', '900') }), 'unauthorized'],
  ['another id', (message) => ({ ...message, id: randomUUID() }), 'unauthorized'],
  ['another time', (message) => ({ ...message, timestamp: String(Number(message.timestamp) - 1) }), 'unauthorized'],
  ['another version', (message) => ({ ...message, signature: message.signature.replace('v1', 'v2') }), 'unauthorized'],
  ['no signature', (message) => ({ ...message, signature: '' }), 'unauthorized'],
  ['an invalid time', (message) => ({ ...message, timestamp: 'now' }), 'unauthorized'],
  ['an age of six minutes', () => sign(booked(), { ageSeconds: 360 }), 'stale_message'],
  ['a time in six minutes', () => sign(booked(), { ageSeconds: -360 }), 'stale_message'],
])('a message with %s is rejected', async (_, change, code) => {
  const before = await walletBalance(api.db, anna)
  expect(await send(change(sign(booked())))).toMatchObject({ status: 401, code })
  expect(await walletBalance(api.db, anna)).toBe(before)
})

test('another type of body, and no body, reach no handler', async () => {
  const { id, timestamp, signature, body } = sign(booked())
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
  const post = async (type: string, payload: string) => {
    const request = {
      method: 'POST',
      url: '/api/v1/webhooks/tips',
      headers: { ...headers, 'content-type': type },
    } as const
    return (await api.app.inject({ ...request, payload })).statusCode
  }
  expect(await post('text/plain', body)).toBe(415)
  expect(await post('application/json', '')).toBe(400)
  expect(await send(sign({ type: 'tips.lost', data: {} }))).toMatchObject({ status: 400 })
})

test('without a secret no message is accepted', async () => {
  const other = await createTestApi()
  const key = Buffer.alloc(0)
  expect(await send(sign(booked(), { key }), other)).toMatchObject({ status: 401 })
  await other.close()
})
