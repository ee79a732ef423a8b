import { randomUUID } from 'node:crypto'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestApi, sharedApi, type TestUser } from './http/testing/test-api.ts'

const api = sharedApi({ env: { TRUST_PROXY: '10.0.0.1' } })
let anna: TestUser
beforeAll(async () => {
  anna = await api.createUser({ phone: '+79160000001' })
})

test('responses about a user are not cached, and have the id of their request', async () => {
  const browser = await api.signedIn(anna)
  const responses = await Promise.all(['/session/bootstrap', '/user/balance', '/user/x'].map((url) => browser.get(url)))
  for (const { headers } of responses) {
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(headers).not.toHaveProperty('x-powered-by')
  }
})

test('Strict-Transport-Security is sent over https only', async () => {
  const secure = await createTestApi({ env: { PORTAL_ORIGIN: 'https://tips.example' } })
  onTestFinished(() => secure.close())
  expect((await api.app.inject('/healthz')).headers).not.toHaveProperty('strict-transport-security')
  expect((await secure.app.inject('/healthz')).headers).toHaveProperty('strict-transport-security')
})

test('the address that a trusted proxy forwards counts, and that of any other proxy does not', async () => {
  const guess = (remoteAddress: string, forwarded: string) =>
    api
      .browser()
      .post(
        '/login',
        { phoneNumber: anna.phone, password: 'wrong' },
        { remoteAddress, headers: { 'x-forwarded-for': forwarded } },
      )
  const statuses = async (remoteAddress: string) => {
    const responses = []
    for (let index = 0; index < 6; index++)
      responses.push((await guess(remoteAddress, `203.0.113.${index}`)).statusCode)
    return responses
  }
  expect(await statuses('10.0.0.1')).toEqual([401, 401, 401, 401, 401, 401])
  expect(await statuses('192.0.2.1')).toEqual([401, 401, 401, 401, 401, 429])
})

test('a proxy that TRUST_PROXY does not name is logged once', async () => {
  const one = await createTestApi({ env: { TRUST_PROXY: '10.0.0.1' } })
  onTestFinished(() => one.close())
  const get = (remoteAddress: string, forwarded = '203.0.113.5') =>
    one.app.inject({ url: '/healthz', remoteAddress, headers: { 'x-forwarded-for': forwarded } })
  const warnings = () => one.logs.filter((line) => line.includes('TRUST_PROXY')).map((line) => JSON.parse(line).proxy)
  await get('10.0.0.1')
  // A request of the machine of the proxy itself.
  await get('10.0.0.1', '10.0.0.1')
  expect(warnings()).toEqual([])
  await get('10.0.0.2')
  await get('10.0.0.2')
  expect(warnings()).toEqual(['10.0.0.2'])
})

test('the body of a user has 64 KiB at most, and that of a service has a batch at most', async () => {
  const long = 'x'.repeat(70_000)
  expect((await api.browser().post('/login', { phoneNumber: long, password: 'x' })).statusCode).toBe(413)
  const tips = Array.from({ length: 1000 }, () => ({
    external_id: randomUUID(),
    employee_id: anna.id,
    amount: 100,
    paid_at: new Date().toISOString(),
    comment: 'ы'.repeat(500),
  }))
  const response = await api.app.inject({
    method: 'POST',
    url: '/api/v1/ingest/tips',
    headers: { authorization: `Bearer ${api.settings.serviceToken}` },
    payload: { tips },
  })
  expect(response.json()).toEqual({ booked: 1000, repeated: 0 })
})
