import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookTips } from '../money/tips/service.ts'
import { acceptsCoding, compressJson } from './compress-json.ts'
import { sharedApi, type TestBrowser, type TestUser } from './testing/test-api.ts'

const api = sharedApi()
let anna: TestUser
let browser: TestBrowser

beforeAll(async () => {
  anna = await api.createUser({ phone: '+79160000001' })
  browser = await api.signedIn(anna)
  const paid = { employee_id: anna.id, paid_at: new Date().toISOString(), status: 'completed' as const }
  await bookTips(
    api.db,
    Array.from({ length: 20 }, (_, n) => ({
      external_id: randomUUID(),
      amount: 100 + n,
      comment: 'Спасибо!',
      ...paid,
    })),
  )
})

const brotli = { 'accept-encoding': 'gzip, deflate, br, zstd' }

test('a list is compressed if brotli is accepted, and is then the same text', async () => {
  const plain = await browser.get('/user/billing')
  const compressed = await browser.get('/user/billing', { headers: brotli })
  expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding', 'content-length': String(plain.rawPayload.length) })
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(compressed.rawPayload.length),
    vary: 'Accept-Encoding',
    'cache-control': 'no-store',
  })
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(plain.body)
  expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
})

test.each(['cross-site', 'same-site'])(
  'a response to a request that a page of a %s made the browser send is not',
  async (site) => {
    const { headers } = await browser.get('/user/billing', { headers: { ...brotli, 'sec-fetch-site': site } })
    expect(headers).toMatchObject({ vary: 'Accept-Encoding' })
    expect(headers).not.toHaveProperty('content-encoding')
  },
)

test('a short response is not compressed', async () => {
  const { headers } = await browser.get('/user/balance', { headers: brotli })
  expect(headers).not.toHaveProperty('content-encoding')
})

test('an event stream is not compressed', async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = api.app.server.address() as AddressInfo
  const closing = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/events`, {
    headers: { ...brotli, cookie: `session=${browser.token}` },
    signal: closing.signal,
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(response.headers.get('content-encoding')).toBeNull()
  closing.abort()
})

test('the OpenAPI document is compressed if brotli is accepted', async () => {
  const plain = await api.app.inject('/api/v1/openapi.json')
  const compressed = await api.app.inject({ url: '/api/v1/openapi.json', headers: brotli })
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(plain.body)
})

describe('of any route', () => {
  const text = 'Спасибо! '.repeat(20_000)
  const app = Fastify()
  compressJson(app)
  app.get('/long', () => ({ text }))
  app.post('/token', () => ({ token: text }))
  app.get('/own', (_request, reply) => reply.header('content-encoding', 'identity').send({ text }))
  app.get('/html', (_request, reply) => reply.type('text/html').send(text))
  app.get('/file', (_request, reply) => reply.type('application/json').send(Buffer.from(JSON.stringify({ text }))))
  afterAll(() => app.close())

  test('a long text is compressed', async () => {
    const { rawPayload, headers } = await app.inject({ url: '/long', headers: brotli })
    expect(headers).toMatchObject({ 'content-encoding': 'br', 'content-length': String(rawPayload.length) })
    expect(JSON.parse(brotliDecompressSync(rawPayload).toString())).toEqual({ text })
  })

  test.each([
    ['POST', '/token'],
    ['GET', '/own'],
    ['GET', '/html'],
    ['GET', '/file'],
  ] as const)('%s %s is not', async (method, url) => {
    const { headers } = await app.inject({ method, url, headers: brotli })
    expect(headers['content-encoding'] ?? 'identity').toBe('identity')
    expect(headers).not.toHaveProperty('vary')
  })
})

test.each([
  ['br', true],
  ['gzip, deflate, br, zstd', true],
  ['gzip;q=1.0, BR;q=0.5', true],
  ['br;level=4', true],
  ['br;q=0', false],
  ['br; q=0.000, gzip', false],
  ['br;q=', false],
  ['br;q=garbage', false],
  ['br;q=-1', false],
  ['gzip', false],
  ['*', false],
  ['x-br', false],
  ['abr, br-x', false],
  ['', false],
  [undefined, false],
])('Accept-Encoding: %s → %s', (header, expected) => {
  expect(acceptsCoding(header, 'br')).toBe(expected)
})
