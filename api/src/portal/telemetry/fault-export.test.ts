import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTelemetryApi, fault } from './testing/telemetry-api.ts'

type Received = { url: string; headers: IncomingHttpHeaders; body: string }

/** Starts the tool of an operator, which responds with `status` and keeps what it receives. */
async function startTool(status = 200) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    received.push({ url: request.url ?? '', headers: request.headers, body: await text(request) })
    response.writeHead(status, { 'retry-after': status === 503 ? '1000000' : '30' }).end('{}')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

async function openTelemetry(FAULTS_URL: string) {
  const world = await createTelemetryApi({ FAULTS_URL })
  onTestFinished(() => world.api.close())
  return world
}

const call = { ...fault, message: 'No user +7 (916) 000-00-01', place: 'overview.js:1:2345' }

test('a fault is sent to the project of a DSN as an envelope of Sentry, without personal data', async () => {
  const { host, received } = await startTool()
  const world = await openTelemetry(`http://a-public-key@${host}/tools/7`)
  await world.send([call])
  await vi.waitFor(() => expect(received).toHaveLength(1), 60_000)

  const [{ url, headers, body }] = received as [Received]
  expect(url).toBe('/tools/api/7/envelope/')
  expect(headers).toMatchObject({
    'content-type': 'application/x-sentry-envelope',
    'x-sentry-auth': expect.stringMatching(/^Sentry sentry_version=7, .*sentry_key=a-public-key/),
  })
  const [head, item, event] = body.split('\n').map((line) => JSON.parse(line))
  expect(item).toEqual({ type: 'event' })
  expect(event).toEqual({
    event_id: head.event_id,
    timestamp: expect.any(Number),
    platform: 'javascript',
    level: 'error',
    release: 'mfe-tips@t1',
    transaction: '/billing',
    tags: { kind: 'error', remote: 'mfe-tips', reporter: 'user' },
    extra: { times: 1 },
    exception: {
      values: [
        {
          type: 'TypeError',
          value: expect.stringMatching(/^No user [^9]+$/),
          stacktrace: {
            frames: [expect.objectContaining({ filename: 'app:///overview.js', lineno: 1, colno: 2345, in_app: true })],
          },
        },
      ],
    },
  })
})

test('a tool that rejects one fault gets the next', async () => {
  const { host, received } = await startTool(400)
  const world = await openTelemetry(`http://a-public-key@${host}/7`)
  await world.send([call])
  await vi.waitFor(() => expect(received).toHaveLength(1), 60_000)
  await world.send([{ ...call, message: 'another' }])
  await vi.waitFor(() => expect(received).toHaveLength(2), 60_000)
})

test.each([
  [429, 30],
  [503, 3_600],
])('a tool that responds with %i gets no faults for a while, and pages notice nothing', async (status, seconds) => {
  const { host, received } = await startTool(status)
  const world = await openTelemetry(`http://a-public-key@${host}/7`)
  await world.send([call])
  await vi.waitFor(
    () =>
      expect(world.logLines('faults of pages are not sent')).toMatchObject([
        { reason: `it responded with ${status}`, seconds },
      ]),
    60_000,
  )
  expect((await world.send([{ ...call, message: 'another' }])).statusCode).toBe(204)
  expect(world.logLines('fault in a page')).toHaveLength(2)
  expect(received).toHaveLength(1)
})
