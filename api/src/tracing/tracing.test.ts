import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { toTraceparent } from '@portal/contracts/traceparent'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApi, pageHeaders, type TestApi } from '../http/testing/test-api.ts'
import { addCard, earn } from '../money/ledger/testing/test-ledger.ts'
import { type SentSpan, startCollector } from './testing/collector.ts'
import { startTracing, traced } from './tracing.ts'

/** Traces the work, and returns the spans that a collector has received. */
async function sentSpans(work: (api: TestApi) => Promise<void>, share = 1): Promise<SentSpan[]> {
  const collector = await startCollector()
  onTestFinished(() => void collector.stop())
  const tracing = await startTracing({ endpoint: collector.endpoint, share })
  try {
    const api = await createTestApi({ env: { TRUST_PROXY: '127.0.0.1' } })
    await work(api).finally(() => api.close())
  } finally {
    await tracing.stop()
  }
  return collector.spans
}

/** Names of the spans from the outermost to this one: `POST /api/v1/user/payout > INSERT`. */
function spanPath(span: SentSpan, spans: readonly SentSpan[]): string {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
  return parent ? `${spanPath(parent, spans)} > ${span.name}` : span.name
}

const traceId = '0af7651916cd43dd8448eb211c80319c'
/** The headers of a request that a portal server forwards. */
const passedOn = { 'x-forwarded-for': '203.0.113.7', traceparent: `00-${traceId}-b7ad6b7169203331-01` }

test('a payout is one trace from the portal’s request to the database and the bank', async () => {
  let payoutId = ''
  const spans = await sentSpans(async (api) => {
    const origin = await api.app.listen({ host: '127.0.0.1', port: 0 })
    const anna = await api.createUser({ phone: '+79160000001' })
    await earn(api.db, anna, 10_000)
    const browser = await api.signedIn(anna)
    await browser.post(`/otp/send/user/${anna.userId}`, { purpose: 'payout' })
    const code = await api.codeSentTo(anna.phone)
    const order = {
      kind: 'payout',
      rest_id: anna.restaurantId,
      binding_id: await addCard(api.db, anna),
      amount: 500,
      code,
    }
    const response = await fetch(`${origin}/api/v1/user/payout`, {
      method: 'POST',
      headers: {
        ...pageHeaders,
        ...passedOn,
        cookie: `session=${browser.token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(order),
    })
    payoutId = ((await response.json()) as { id: string }).id
    const status = async () => (await browser.get(`/user/payout/${payoutId}`)).json().status
    await expect.poll(status).toBe('succeeded')
  })

  const payoutSpans = spans.filter((span) => span.traceId === traceId)
  const paths = payoutSpans.map((span) => spanPath(span, payoutSpans))
  expect(paths).toEqual(
    expect.arrayContaining([
      'POST /api/v1/user/payout',
      'POST /api/v1/user/payout > INSERT',
      'POST /api/v1/user/payout > deliver payout',
      'POST /api/v1/user/payout > deliver payout > bank send',
      'POST /api/v1/user/payout > deliver payout > WITH',
    ]),
  )
  const request = payoutSpans.find(({ name }) => name === 'POST /api/v1/user/payout')
  expect(request).toMatchObject({
    parentSpanId: 'b7ad6b7169203331',
    attributes: { 'http.response.status_code': 201, 'portal.request_id': expect.stringMatching(/^[\da-f-]{36}$/) },
  })
  expect(payoutSpans.find(({ name }) => name === 'bank send')?.attributes).toMatchObject({ 'payout.id': payoutId })
})

test('spans have no value of a query, no address of a resource and no message of an error', async () => {
  const phone = '+79160000001'
  const spans = await sentSpans(async (api) => {
    const origin = await api.app.listen({ host: '127.0.0.1', port: 0 })
    const send = (path: string, body: object) =>
      fetch(`${origin}/api/v1${path}`, {
        method: 'POST',
        headers: { ...pageHeaders, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    await send('/login', { phoneNumber: phone, password: 'secret-of-anna' })
    await send('/user/password/change/who/what-opens-an-account', { password: 'x' })
    const failing = traced('failing', { scope: 'test', kind: 'internal', attributes: {} }, async () => {
      throw new Error(`no message to ${phone}`)
    })
    await expect(failing).rejects.toThrow(phone)
  })
  expect(spans.filter(({ isError }) => isError).map(({ name }) => name)).toEqual(['failing'])
  const sent = JSON.stringify(spans)
  for (const secret of [phone.slice(2), 'secret-of-anna', 'what-opens-an-account']) expect(sent).not.toContain(secret)
})

test('the request of a page begins a trace whose id is that of the request, in its lines of the log too', async () => {
  const id = '04629fa0-3894-4a32-ab55-c79161234567'
  const headers = { 'x-request-id': id, traceparent: toTraceparent(id) }
  let lines: string[] = []
  const spans = await sentSpans(async (api) => {
    const origin = await api.app.listen({ host: '127.0.0.1', port: 0 })
    await fetch(`${origin}/api/v1/user/balance`, { headers })
    lines = api.logs.filter((line) => line.includes(id))
  })
  const trace = id.replaceAll('-', '')
  expect(spans.find(({ traceId }) => traceId === trace)).toMatchObject({ parentSpanId: undefined })
  expect(lines.map((line) => JSON.parse(line).trace_id)).toEqual([trace, trace])
})

test('an anonymous client does not decide whether its trace is sent', async () => {
  const spans = await sentSpans(async (api) => {
    const origin = await api.app.listen({ host: '127.0.0.1', port: 0 })
    const read = (headers: Record<string, string>) => fetch(`${origin}/api/v1/user/balance`, { headers })
    await read({ traceparent: passedOn.traceparent })
    await read({ 'x-request-id': '00000000-0000-0000-0000-000000000001' })
  }, 1e-9)
  expect(spans).toEqual([])
})

test('no trace is sent if its share is 0, and the portal does not notice a collector that is down', async () => {
  const read = async (api: TestApi) => {
    const origin = await api.app.listen({ host: '127.0.0.1', port: 0 })
    expect((await fetch(`${origin}/api/v1/user/balance`)).status).toBe(401)
  }
  expect(await sentSpans(read, 0)).toEqual([])
  const tracing = await startTracing({ endpoint: 'http://127.0.0.1:9', share: 1 })
  const api = await createTestApi()
  await read(api)
  await api.close()
  await tracing.stop().catch(() => {})
})

// Only tracers are checked, because the client of Prometheus always loads the interfaces of OpenTelemetry.
test('no tracer of OpenTelemetry is loaded while traces are off', async () => {
  const program = `
    import { registerHooks } from 'node:module'
    const urls = []
    registerHooks({ resolve(name, context, next) { const found = next(name, context); urls.push(found.url); return found } })
    const { startTracing } = await import('./src/tracing/tracing.ts')
    await import('./src/run-api.ts')
    await startTracing(process.argv[1] ? { endpoint: process.argv[1], share: 1 } : undefined)
    console.log(urls.filter((url) => /opentelemetry.(sdk-trace|exporter)/.test(url)).length)
    process.exit()`
  const countLoaded = async (...args: string[]) => {
    const node = ['--input-type=module', '--eval', program, ...args]
    const { stdout } = await promisify(execFile)(process.execPath, node, { cwd: join(import.meta.dirname, '../..') })
    return Number(stdout)
  }
  expect(await countLoaded()).toBe(0)
  expect(await countLoaded('http://127.0.0.1:4318')).toBeGreaterThan(0)
})
