import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { webhookFrom } from './webhook.ts'

const RELEASE_WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

let server: Server
let statuses: number[]
let received: { headers: IncomingHttpHeaders; body: string }[]
let lines: string[]

beforeEach(async () => {
  statuses = []
  received = []
  lines = []
  server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) })
    response.writeHead(statuses.shift() ?? 204, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => server.close())

function webhook(env: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo
  const RELEASE_WEBHOOK = `http://127.0.0.1:${port}/releases`
  return webhookFrom({ RELEASE_WEBHOOK, RELEASE_WEBHOOK_SECRET, ...env }, (line) => lines.push(line), [1, 1])
}

const event = { type: 'release.live', releases: [{ name: 'mfe-tips', version: '3f2a' }], sequence: 12 } as const

// spec: 9.74
test('sends names, versions and the number of the registry, signed by Standard Webhooks', async () => {
  await webhook()(event)
  expect(received).toHaveLength(1)
  const [{ headers, body } = { headers: {}, body: '' }] = received
  expect(JSON.parse(body)).toEqual({
    type: 'release.live',
    timestamp: expect.stringMatching(/^\d{4}-/),
    data: { releases: [{ name: 'mfe-tips', version: '3f2a' }], sequence: 12 },
  })
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const signature = createHmac('sha256', Buffer.alloc(32, 7)).update(signed).digest('base64')
  expect(headers['webhook-signature']).toBe(`v1,${signature}`)
})

// spec: 9.74
test('repeats a message that failed, with the same id', async () => {
  statuses = [500, 503]
  await webhook()(event)
  expect(received).toHaveLength(3)
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(lines).toEqual([])
})

test.each([
  ['a server that always fails', [500, 500, 500], 'it responded with 500'],
  ['a server that redirects', [307, 307, 307], 'it responded with 307'],
])('reports %s after three attempts, and goes on', async (_, failing, problem) => {
  statuses = failing
  await webhook()(event)
  expect(received).toHaveLength(3)
  expect(lines).toEqual([`RELEASE_WEBHOOK has not received release.live: ${problem}`])
})

test.each([
  ['no secret', { RELEASE_WEBHOOK_SECRET: '' }, 'RELEASE_WEBHOOK_SECRET is not'],
  ['a short secret', { RELEASE_WEBHOOK_SECRET: 'whsec_AAAA' }, 'RELEASE_WEBHOOK_SECRET is not'],
  ['an address of no server', { RELEASE_WEBHOOK: 'file:///etc/passwd' }, 'RELEASE_WEBHOOK is no address'],
])('rejects %s at the start', (_, env, message) => {
  expect(() => webhook(env)).toThrow(message)
})

test('sends nothing without an address', async () => {
  await webhook({ RELEASE_WEBHOOK: '' })(event)
  expect(received).toEqual([])
})
