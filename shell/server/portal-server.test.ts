import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { closedLater, open, portal } from './testing/portal.ts'

test.each(['in this process', 'in another'])('the API %s answers with its own bodies and headers', async (place) => {
  const api = Fastify()
  api.post('/api/v1/echo', async (request, reply) => {
    reply.header('content-security-policy', "default-src 'self'")
    return { said: request.body }
  })
  const apiUrl = place === 'in another' ? await api.listen({ port: 0 }) : undefined
  closedLater(api)
  const server = await portal(apiUrl ? { apiUrl } : { api })
  const address = await server.listen({ port: 0 })
  const response = await fetch(`${address}/api/v1/echo`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"amount":500}',
  })
  expect(await response.json()).toEqual({ said: { amount: 500 } })
  expect(response.headers.get('content-security-policy')).toBe("default-src 'self'")
  const missing = await fetch(`${address}/api/v1/nothing`, { headers: { accept: 'text/html' } })
  expect(missing.status).toBe(404)
  expect(missing.headers.get('content-type')).toContain('json')
})

test('what is wrong inside is said in the log and to no browser', async () => {
  const server = await portal()
  server.addHook('onRequest', async () => {
    throw new Error('The disk of the operator is full')
  })
  const answer = await open(server, '/')
  expect(answer.statusCode).toBe(500)
  expect(answer.body).toBe('Internal Server Error\n')
})

test('a full disk of releases is 503 with Retry-After', async () => {
  const server = await portal()
  server.addHook('onRequest', async () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  })
  const answer = await open(server, '/')
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '30'])
})

test.each([
  ['//', 200],
  ['///', 200],
  ['//elsewhere.example/', 404],
])('%s is an address as any other: %i', async (url, status) => {
  const server = await portal()
  expect((await open(server, url)).statusCode).toBe(status)
})

test.each(['/%E0%A4%A', '/billing/%', '/releases/%E0%A4%A/x.js', '/api/v1/%E0%A4%A', '/api/v1/user/%zz', '/demo/%'])(
  '%s, which is no text, is not found',
  async (url) => {
    const lines: string[] = []
    const api = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => lines.push(line) } } })
    closedLater(api)
    const server = await portal({ api })
    const response = await open(server, url)
    expect(response.statusCode).toBe(404)
    expect(response.headers['content-type']).toContain(url.startsWith('/api/') ? 'application/json' : 'text/plain')
    // The address may hold a token.
    expect(lines).toEqual([])
  },
)

test.each(['/', '/i/'])('an address of 8,000 characters below %s is not found', async (folder) => {
  const server = await portal()
  expect((await open(server, `${folder}${'x'.repeat(8_000)}`)).statusCode).toBe(404)
})
