import { expect, test } from 'vitest'
import { observatoryParts, observatoryScore, type ScoredResponse } from '../testing/observatory.ts'
import { eachWithReleases, open, portal } from '../testing/portal.ts'

eachWithReleases()

test.each(['/', '/login', '/nowhere', '/cards/card-form'])(
  '%s has the whole score of the Observatory, but for the list of preloaded sites',
  async (path) => {
    const server = await portal({ isHttps: true, cardFormOrigins: ['https://shop.example'] })
    const page = await open(server, path, '')
    expect(observatoryScore(page as ScoredResponse), JSON.stringify(observatoryParts(page as ScoredResponse))).toBe(140)
  },
)

test('the document of a provider’s form has what is possible without cookies and files of scripts', async () => {
  const card_form = { provider: 'yookassa', script: 'https://yookassa.ru/payouts-data/3.1.0/widget.js' } as const
  const server = await portal({ isHttps: true, publicSettings: () => ({ sandbox_bank: false, card_form }) })
  const page = await open(server, '/cards/card-form/yookassa', '')
  expect(observatoryScore(page as ScoredResponse)).toBe(130)
})

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
