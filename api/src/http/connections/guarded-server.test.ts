import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectionCounts } from './counts.ts'
import { type GuardedServer, guardServer } from './guarded-server.ts'
import { problemResponse } from './raw-response.ts'

const max = 8
const rejection = { ...problemResponse(503, 'overloaded'), headers: { 'Retry-After': '5' } }

let guard: GuardedServer
let app: ReturnType<typeof Fastify>
let release = () => {}
let begun: string[]
const clients: Socket[] = []

async function start(timeouts: Parameters<typeof guardServer>[0]['timeouts'] = {}): Promise<void> {
  begun = []
  guard = guardServer({ rejection, max, timeouts })
  const server = Fastify(guard.options)
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  server.get('/quick', async () => 'quick')
  server.get('/held', async ({ id }) => {
    begun.push(id)
    await held
    return 'held'
  })
  server.get('/large', async () => Buffer.alloc(32 * 1024 * 1024))
  server.post('/body', async ({ body }) => body)
  await server.listen({ port: 0, host: '127.0.0.1' })
  app = server
}

beforeEach(() => start())
afterEach(async () => {
  release()
  for (const client of clients.splice(0)) client.destroy()
  await app.close()
})

/** A client that has sent this much. */
async function client(sent = ''): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  clients.push(socket)
  await once(socket, 'connect')
  socket.write(sent)
  return socket
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: portal\r\n\r\n`
const post = (length: number, body: string) =>
  `POST /body HTTP/1.1\r\nHost: portal\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`

/** A client for each, one after the other, so that their order is known here. */
async function fill(...sent: string[]): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (const each of sent) {
    sockets.push(await client(each))
    await expect.poll(() => guard.connections.size).toBe(sockets.length)
  }
  return sockets
}

async function statusOf(path: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}${path}`)
  await response.text()
  return response.status
}

const isClosed = (socket: Socket | undefined) => socket?.closed || socket?.readableEnded

test('closes the connections that have been idle for longest when there is no place for a new one with its request', async () => {
  const [first, second, ...others] = await fill(...Array.from({ length: 2 * max }, () => ''))
  for (const socket of [first, second]) socket?.resume()
  expect(await statusOf('/quick')).toBe(200)
  await expect.poll(() => [first, second].every(isClosed)).toBe(true)
  expect(others.filter(isClosed)).toEqual([])
})

test.each([
  ['headers that do not end', 'GET /quick HTTP/1.1\r\nX-Slow: '],
  ['bodies that do not end', post(100, '{"a":')],
  ['responses that are not read', get('/large')],
])('clients with %s hold no place that another needs', async (_, sent) => {
  await fill(...Array.from({ length: sent.endsWith(': ') ? 2 * max : max }, () => sent))
  await expect
    .poll(() => guard.connections.all().every(({ requests }) => requests > 0 || sent.endsWith(': ')))
    .toBe(true)
  expect(await statusOf('/quick')).toBe(200)
})

test('a connection without a request takes half a place, and gives it to one with a request', async () => {
  const sockets = await fill(...Array.from({ length: 2 * max }, () => ''))
  const [first, second] = sockets
  for (const socket of sockets) socket.resume()
  for (const socket of sockets.slice(-2)) socket.write(get('/held'))
  await expect.poll(() => begun.length).toBe(2)
  await expect.poll(() => sockets.filter(isClosed)).toEqual([first, second])
  expect(guard.connections.files).toBe(2 * max)
})

test('a client that leaves with several requests on its connection gives back all that it had', async () => {
  const socket = await client(get('/held').repeat(5))
  await expect.poll(() => begun.length).toBe(5)
  socket.resetAndDestroy()
  await expect.poll(() => guard.connections.files).toBe(0)
})

test('responds 503 with Retry-After, and ends the connection, while all places are used by requests', async () => {
  await fill(...Array.from({ length: max }, () => get('/held')))
  await expect.poll(() => begun.length).toBe(max)
  const rejectedBefore = connectionCounts.rejected
  const response = await text(await client(get('/quick')))
  expect(connectionCounts.rejected).toBe(rejectedBefore + 1)
  expect(response).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\nConnection: close\r\n/)
  expect(response).toContain('Retry-After: 5\r\n')
  expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toEqual({ code: 'overloaded', message: 'overloaded' })
  release()
  await expect.poll(() => statusOf('/quick')).toBe(200)
})

test('closes a connection with more requests at once than a client pipelines', async () => {
  const greedy = await client(get('/held').repeat(100))
  expect(await text(greedy)).toBe('')
  expect(begun.length).toBeLessThanOrEqual(max)
  expect(await statusOf('/quick')).toBe(200)
})

test.each([
  ['no HTTP', 'hello\r\n\r\n', 400, 'malformed'],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'malformed'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'malformed'],
  ['two lengths', 'POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400, 'malformed'],
  ['a length and chunks', `${post(5, '').trimEnd()}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400, 'malformed'],
  [
    'a header of 20 kB',
    `GET /quick HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  ['a header with a NUL', 'GET /quick HTTP/1.1\r\nHost: a\r\nX-Nul: \0\r\n\r\n', 400, 'malformed'],
])('responds to %s and goes on', async (_, sent, status, code) => {
  const response = await text(await client(sent))
  expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(response).toContain('Connection: close\r\n')
  expect(response).toContain(`"code":"${code}"`)
  expect(await statusOf('/quick')).toBe(200)
})

test.each([
  [
    'an upgrade',
    'GET /quick HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    /^HTTP\/1\.1 200 /,
  ],
  ['CONNECT', 'CONNECT bank.example:443 HTTP/1.1\r\nHost: bank.example:443\r\n\r\n', /^$/],
  ['an expectation', 'GET /quick HTTP/1.1\r\nHost: a\r\nExpect: a-miracle\r\n\r\n', /^HTTP\/1\.1 417 /],
  ['a whole URL', 'GET http://elsewhere.example/quick HTTP/1.1\r\nHost: a\r\n\r\n', /^HTTP\/1\.1 [24]0\d /],
  ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n', /^HTTP\/1\.1 404 /],
  ['no host', 'GET /quick HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400 /],
])('accepts %s as any other request, or rejects it', async (_, sent, expected) => {
  const socket = await client(sent)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.end()
  await once(socket, 'close')
  expect(Buffer.concat(chunks).toString()).toMatch(expected)
  expect(await statusOf('/quick')).toBe(200)
})

test('goes on when a client leaves in the middle of a request, of its body or of its response', async () => {
  for (const sent of ['GET /qu', post(100, '{"a":'), get('/held'), get('/large')]) {
    const socket = await client(sent)
    await expect.poll(() => guard.connections.size).toBe(1)
    socket.resetAndDestroy()
    await expect.poll(() => guard.connections.size).toBe(0)
  }
  expect(await statusOf('/quick')).toBe(200)
})

test.each([
  ['no request at all', '', 'HTTP/1.1 408 '],
  ['headers that do not end', 'GET /quick HTTP/1.1\r\nX-Slow: ', 'HTTP/1.1 408 '],
  ['a body that does not end', post(100, '{"a":'), 'HTTP/1.1 408 '],
])('ends %s after a timeout', async (_, sent, status) => {
  await app.close()
  await start({ headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 20 })
  expect(await text(await client(sent))).toContain(status)
})

test('ends a response that its client does not read', async () => {
  await app.close()
  await start({ silenceTimeout: 100 })
  const socket = await client(get('/large'))
  await expect.poll(() => guard.connections.size).toBe(1)
  await expect.poll(() => guard.connections.size).toBe(0)
  socket.resume()
  await once(socket, 'close')
})
