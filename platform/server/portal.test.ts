import { once } from 'node:events'
import { get } from 'node:http'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { closedLater, eachWithReleases, open, portal } from './testing/portal.ts'

eachWithReleases()

test.each(['in this process', 'in another'])(
  'the API %s responds with its own bodies and headers',
  async (apiProcess) => {
    const api = Fastify()
    api.post('/api/v1/echo', async (request, reply) => {
      reply.header('content-security-policy', "default-src 'self'")
      return { received: request.body }
    })
    const apiUrl = apiProcess === 'in another' ? await api.listen({ port: 0 }) : undefined
    closedLater(api)
    const server = await portal(apiUrl ? { apiUrl } : { api })
    const address = await server.listen({ port: 0 })
    const response = await fetch(`${address}/api/v1/echo`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"amount":500}',
    })
    expect(await response.json()).toEqual({ received: { amount: 500 } })
    expect(response.headers.get('content-security-policy')).toBe("default-src 'self'")
    const missing = await fetch(`${address}/api/v1/nothing`, { headers: { accept: 'text/html' } })
    expect(missing.status).toBe(404)
    expect(missing.headers.get('content-type')).toContain('json')
  },
)

test('apart from its API, logs a proxy that TRUST_PROXY does not name', async () => {
  const lines: string[] = []
  const { log } = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => lines.push(line) } } })
  const server = await portal({ apiUrl: 'http://127.0.0.1:1', trustProxy: ['10.0.0.1'], log })
  const get = (remoteAddress: string) =>
    server.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': '203.0.113.7' } })
  await get('10.0.0.1')
  expect(lines).toEqual([])
  await get('10.0.0.2')
  expect(lines.join()).toContain('TRUST_PROXY')
})

test('logs an internal error, and does not reveal it to the browser', async () => {
  const server = await portal()
  server.addHook('onRequest', async () => {
    throw new Error('The disk of the operator is full')
  })
  const response = await open(server, '/')
  expect(response.statusCode).toBe(500)
  expect(response.body).toContain('<h1>Страница не открылась</h1>')
  expect(response.body).not.toContain('disk')
})

test('responds with 503 and Retry-After when the disk of releases is full', async () => {
  const server = await portal()
  server.addHook('onRequest', async () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  })
  const response = await open(server, '/')
  expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '30'])
})

test.each([
  ['//', '/'],
  ['///?page=2', '/?page=2'],
  ['//billing?type=tip', '/billing?type=tip'],
  ['//elsewhere.example/', '/elsewhere.example/'],
  ['/\\elsewhere.example', '/elsewhere.example'],
  ['/\\/\\billing', '/billing'],
])('redirects %s, which is an address of another host to browsers, to %s', async (url, to) => {
  const server = await portal()
  const { port } = new URL(await server.listen({ port: 0 }))
  // Other clients send no backslash.
  const [{ statusCode, headers }] = await once(get({ port, path: url, headers: { accept: 'text/html' } }), 'response')
  expect([statusCode, headers.location]).toEqual([308, to])
})

test.each(['/%2Fbilling', '/%5Cbilling', '/%2F%2Felsewhere.example'])('%s is not found', async (url) => {
  expect((await open(await portal(), url)).statusCode).toBe(404)
})

test.each([
  ['/%', 'text/html'],
  ['/%E0%A4%A', 'text/html'],
  ['/billing/%', 'text/html'],
  ['/billing/%00%', 'text/html'],
  ['/releases/%E0%A4%A/x.js', 'text/plain'],
  ['/api/v1/%E0%A4%A', 'application/json'],
  ['/api/v1/user/%zz', 'application/json'],
  ['/api/%', 'application/json'],
  ['/demo/%', 'application/json'],
])('responds with 404 to %s, which is no valid text, as %s', async (url, type) => {
  const lines: string[] = []
  const api = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => lines.push(line) } } })
  closedLater(api)
  const server = await portal({ api })
  const response = await open(server, url)
  expect(response.statusCode).toBe(404)
  expect(response.headers['content-type']).toContain(type)
  if (type === 'text/html') expect(response.body).toContain('<title>Страница не найдена — Чаевые</title>')
  // The address may hold a token.
  expect(lines).toEqual([])
})

test.each(['/', '/i/'])('an address of 8,000 characters below %s is not found', async (folder) => {
  const server = await portal()
  expect((await open(server, `${folder}${'x'.repeat(8_000)}`)).statusCode).toBe(404)
})
