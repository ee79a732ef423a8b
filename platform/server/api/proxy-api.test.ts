import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'
import { rejectBrokenRequest } from '@portal/api/http/client-errors'
import { endGracefully } from '@portal/api/http/end-gracefully'
import { createHttpServer } from '@portal/api/http/http-server'
import { readRequestId } from '@portal/api/http/trace-context'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { proxyApi } from './proxy-api.ts'

let api: FastifyInstance
let portal: FastifyInstance
let address: string
const lines: string[] = []
/** The number of open event streams in the API. */
let listening = 0
let busyRequests = 0
/** The number of requests that were aborted before the API had received them completely. */
let aborted = 0
let begun = 0
const compressed = brotliCompressSync(JSON.stringify({ items: Array.from({ length: 200 }, (_, n) => `item ${n}`) }))

beforeEach(async () => {
  lines.length = 0
  listening = 0
  busyRequests = 0
  aborted = 0
  begun = 0
  api = Fastify({ forceCloseConnections: true })
  api.get('/api/events', (_request, reply) => {
    listening += 1
    reply.raw.on('close', () => {
      listening -= 1
    })
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' }).write('retry: 3000\n\n')
  })
  api.get('/api/id', ({ headers }) => ({ id: headers['x-request-id'], traceparent: headers.traceparent }))
  api.get('/api/address', ({ headers }) => ({ forwarded: headers['x-forwarded-for'] }))
  api.get('/api/compressed', (_request, reply) =>
    reply.headers({ 'content-encoding': 'br', vary: 'Accept-Encoding' }).type('application/json').send(compressed),
  )
  api.post('/api/body', async ({ body }) => body)
  api.addHook('onRequest', async () => {
    begun += 1
  })
  api.addHook('onRequestAbort', async (_request) => {
    aborted += 1
  })
  api.get('/api/busy', (_request, reply) => {
    busyRequests += 1
    return reply.code(503).header('retry-after', 1).send({ code: 'overloaded' })
  })
  portal = Fastify({
    genReqId: readRequestId,
    serverFactory: (handler) => createHttpServer(handler),
    clientErrorHandler: rejectBrokenRequest,
    forceCloseConnections: 'idle',
    logger: { stream: { write: (line: string) => lines.push(line) } },
    logController: new LogController({ disableRequestLogging: true }),
  })
  endGracefully(portal)
  const apiAddress = await api.listen({ port: 0, host: '127.0.0.1' })
  await proxyApi(portal, { apiUrl: () => apiAddress })
  address = await portal.listen({ port: 0, host: '127.0.0.1' })
})

afterEach(async () => {
  await portal.close()
  await api.close()
})

test('proxies requests beside any number of event streams', async () => {
  const pages = await Promise.all(Array.from({ length: 150 }, () => fetch(`${address}/api/events`)))
  expect((await fetch(`${address}/api/address`, { signal: AbortSignal.timeout(60_000) })).status).toBe(200)
  await Promise.all(pages.map(({ body }) => body?.cancel()))
  await expect.poll(() => listening).toBe(0)
})

test('ends streams completely with a retry delay when the portal stops', async () => {
  const page = await fetch(`${address}/api/events`)
  const text = page.text()
  await portal.close()
  expect(await text).toMatch(/^retry: 3000\n\nretry: \d+\n\n$/)
})

test('ends a stream when the API ends it', async () => {
  const page = await fetch(`${address}/api/events`)
  const text = page.text().catch(() => 'cut')
  await api.close()
  expect(await text).toBe('cut')
})

test('names a request as its page does, to the API and in the log when the API is unavailable', async () => {
  const headers = { 'x-request-id': '04629fa0-3894-4a32-ab55-c79161234567' }
  const { id, traceparent } = (await (await fetch(`${address}/api/id`, { headers })).json()) as Record<string, string>
  expect(id).toBe(headers['x-request-id'])
  expect(traceparent).toMatch(/^00-04629fa038944a32ab55c79161234567-/)
  await api.close()
  const response = await fetch(`${address}/api/id`, { headers })
  expect(response.headers.get('x-request-id')).toBe(id)
  const failures = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'the API does not respond')
  expect(failures).toMatchObject([{ reqId: id }])
})

test('responds with a 502 that the client understands when the API is unavailable', async () => {
  await api.close()
  const response = await fetch(`${address}/api/address`)
  expect(response.status).toBe(502)
  expect(await response.json()).toEqual({ code: 'bad_gateway', message: 'The API does not answer' })
})

test('ends the request to the API when the client aborts its upload', async () => {
  const { hostname, port } = new URL(address)
  const client = connect(Number(port), hostname)
  client.write(
    'POST /api/body HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":',
  )
  await expect.poll(() => begun).toBe(1)
  client.resetAndDestroy()
  await expect.poll(() => aborted).toBe(1)
  expect((await fetch(`${address}/api/address`)).status).toBe(200)
})

test('does not retry what the API rejects', async () => {
  expect((await fetch(`${address}/api/busy`)).status).toBe(503)
  expect(busyRequests).toBe(1)
})

test('logs no address, because some give access to an account', async () => {
  await fetch(`${address}/api/user/password/change/user/what-opens-an-account`)
  await api.close()
  await fetch(`${address}/api/invitations/what-opens-an-account`)
  expect(lines.join('')).toContain('listening')
  expect(lines.join('')).not.toContain('what-opens-an-account')
})

test('sends the browser’s address to the API, after what the browser claims itself', async () => {
  const forwarded = async (headers: Record<string, string>) =>
    ((await (await fetch(`${address}/api/address`, { headers })).json()) as { forwarded: string }).forwarded
  expect(await forwarded({})).toBe('127.0.0.1')
  expect(await forwarded({ 'x-forwarded-for': '203.0.113.7' })).toBe('203.0.113.7, 127.0.0.1')
})

/** Sends this text, and returns the whole response. */
async function exchange(sent: string): Promise<string> {
  const { hostname, port } = new URL(address)
  const client = connect(Number(port), hostname)
  // The server drops a connection that is half closed.
  client.write(sent)
  return await text(client)
}

test.each(['Expect: 100-continue', 'Keep-Alive: timeout=5', 'Upgrade: websocket', 'TE: trailers'])(
  'a body is passed on whatever the client says of its own connection: %s',
  async (header) => {
    const lines = ['POST /api/body HTTP/1.1', 'Host: a', 'Content-Type: application/json', 'Content-Length: 7', header]
    const response = await exchange(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n{"a":1}`)
    expect(response.split('\r\n\r\n').at(-1)).toBe('{"a":1}')
  },
)

test('sends an address with another host to the API, and to no other host', async () => {
  const response = await exchange(
    'GET http://elsewhere.example/api/address HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  )
  expect(response.split('\r\n\r\n').at(-1)).toBe('{"forwarded":"127.0.0.1"}')
})

test('announces the last response of a connection, whatever the API announces', async () => {
  const response = await exchange('GET /api/address HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  expect(response).toMatch(/\r\nconnection: close\r\n/i)
  expect(response).not.toMatch(/keep-alive/i)
})

test('passes a compressed response on as it is', async () => {
  const response = await fetch(`${address}/api/compressed`)
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(response.headers.get('content-length')).toBe(String(compressed.length))
  expect(response.headers.get('vary')).toBe('Accept-Encoding')
  expect(await response.json()).toMatchObject({ items: { length: 200 } })
})
