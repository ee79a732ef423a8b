import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rejectBrokenRequest } from './client-errors.ts'
import { createHttpServer, originForm, refusedConnections } from './http-server.ts'

let app: ReturnType<typeof Fastify>
const clients: Socket[] = []

async function start(timeouts: Parameters<typeof createHttpServer>[1] = {}): Promise<void> {
  const server = Fastify({
    serverFactory: (handler) => createHttpServer(handler, timeouts),
    clientErrorHandler: rejectBrokenRequest,
  })
  server.get('/quick', async () => 'quick')
  server.get('/large', async () => Buffer.alloc(32 * 1024 * 1024))
  server.post('/body', async ({ body }) => body)
  await server.listen({ port: 0, host: '127.0.0.1' })
  app = server
}

beforeEach(() => start())
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  await app.close()
})

/** Connects a client, which sends this text. */
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

function openConnections(): Promise<number> {
  return promisify(app.server.getConnections.bind(app.server))()
}

async function requestStatus(path: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}${path}`)
  await response.text()
  return response.status
}

test('a connection above the maximum is closed and counted, and those below it are served', async () => {
  app.server.maxConnections = 2
  const refusedBefore = refusedConnections.count
  const [first, , third] = [await client(), await client(), await client()]
  expect(await text(third)).toBe('')
  expect(refusedConnections.count).toBe(refusedBefore + 1)
  first.destroy()
  await expect.poll(() => requestStatus('/quick').catch(() => 'refused')).toBe(200)
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
  expect(await requestStatus('/quick')).toBe(200)
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
  expect(await requestStatus('/quick')).toBe(200)
})

test('the server continues when a client leaves in the middle of a request, of its body or of its response', async () => {
  for (const sent of ['GET /qu', post(100, '{"a":'), get('/large')]) {
    const socket = await client(sent)
    await expect.poll(openConnections).toBe(1)
    socket.resetAndDestroy()
    await expect.poll(openConnections).toBe(0)
  }
  expect(await requestStatus('/quick')).toBe(200)
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

test('a response that its client does not read is ended', async () => {
  await app.close()
  await start()
  app.server.timeout = 100
  const socket = await client(get('/large'))
  await expect.poll(openConnections).toBe(1)
  await expect.poll(openConnections).toBe(0)
  socket.resume()
  await once(socket, 'close')
})

test.each([
  ['/', '/'],
  ['/api/v1/user/balance?a=b', '/api/v1/user/balance?a=b'],
  ['/api/v1/user/balance#x', '/api/v1/user/balance'],
  ['/api/v1/user/balance?a=b#c?d', '/api/v1/user/balance?a=b'],
  ['//elsewhere.example/x', '//elsewhere.example/x'],
  ['http://elsewhere.example/api/v1/user/balance?a=b#c', '/api/v1/user/balance?a=b'],
  ['HTTPS://elsewhere.example:99/x', '/x'],
  ['http://elsewhere.example', '/'],
  ['http://elsewhere.example?a=b', '/?a=b'],
  ['http:///x', '/x'],
  ['*', '*'],
  ['elsewhere.example:443', '/'],
  ['#x', '/'],
  ['', '/'],
])('%j is read as %j', (target, expected) => {
  expect(originForm(target)).toBe(expected)
})
