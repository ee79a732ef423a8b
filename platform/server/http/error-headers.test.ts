import { expect, test } from 'vitest'
import { eachWithReleases, portal } from '../testing/portal.ts'

eachWithReleases()

test.each([
  ['PUT', '/'],
  ['OPTIONS', '/login'],
  ['GET', '/releases/nowhere'],
  ['GET', '/%E0%A4%A'],
  ['GET', '/nothing.png'],
  ['POST', '/registry.json'],
] as const)('%s %s, which is not there, has the headers of a response that is never rendered', async (method, url) => {
  const server = await portal({ isHttps: true })
  const response = await server.inject({ method, url, headers: { accept: 'text/html' } })
  expect(response.statusCode).toBeGreaterThanOrEqual(400)
  expect(response.headers).toMatchObject({
    'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'$/),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  })
})
