import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApi, pageHeaders, type TestApi } from './testing/test-api.ts'

const given = '04629fa0-3894-4a32-ab55-c79161234567'

let api: TestApi
let origin: string
beforeAll(async () => {
  const unavailable = { name: 'unavailable', send: () => Promise.reject(new Error('the provider does not respond')) }
  api = await createTestApi({ smsProviders: [unavailable] })
  origin = await api.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => api.close())

const lines = () => api.logs.map((line) => JSON.parse(line))

test('the id that a page gives its request is that of the response and of every line of the log', async () => {
  const response = await fetch(`${origin}/api/v1/otp/send/registration`, {
    method: 'POST',
    headers: { ...pageHeaders, 'content-type': 'application/json', 'x-request-id': given },
    body: JSON.stringify({ phone_number: '+79160000001' }),
  })
  expect(response.headers.get('x-request-id')).toBe(given)
  await vi.waitFor(() => {
    const messages = lines().flatMap(({ reqId, msg }) => (reqId === given ? [msg] : []))
    expect(messages).toEqual(expect.arrayContaining(['code not sent', 'incoming request', 'request completed']))
  }, 60_000)
  // Each line has the id once.
  for (const line of api.logs) expect(line.split('"reqId"').length).toBeLessThanOrEqual(2)
})

const traceId = '0af7651916cd43dd8448eb211c80319c'

test.each([
  ['that its caller names', `00-${traceId}-b7ad6b7169203331-01`, traceId],
  ['of its own id, without a header', undefined, given.replaceAll('-', '')],
  [
    'of its own id, with a header that is invalid',
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    given.replaceAll('-', ''),
  ],
])('a request is in the trace %s', async (_, traceparent, expected) => {
  api.logs.length = 0
  const headers = { 'x-request-id': given, ...(traceparent && { traceparent }) }
  const response = await fetch(`${origin}/api/v1/user/balance`, { headers })
  expect(response.headers.get('server-timing')).toMatch(
    new RegExp(`^traceparent;desc="00-${expected}-[\\da-f]{16}-0\\d"$`),
  )
  await vi.waitFor(() => expect(lines().map(({ msg }) => msg)).toContain('request completed'), 60_000)
  expect(new Set(lines().map(({ trace_id }) => trace_id))).toEqual(new Set([expected]))
})

test.each([
  '',
  'x',
  `${given} `.repeat(2),
  `${given}\tx`,
  '04629FA0',
  `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`,
])('a request that calls itself %j gets an id of its own', async (id) => {
  const { headers } = await api.app.inject({ url: '/api/v1/user/balance', headers: { 'x-request-id': id } })
  expect(headers['x-request-id']).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  expect(headers['x-request-id']).not.toBe(given)
})
