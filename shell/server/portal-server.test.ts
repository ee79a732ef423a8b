import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { closedLater, portal } from './testing/portal.ts'

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
