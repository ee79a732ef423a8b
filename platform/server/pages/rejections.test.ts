import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { closedLater, eachWithReleases, portal } from '../testing/portal.ts'

eachWithReleases()

/** The headers of all that is rejected, whether it is JSON or a page. */
const secure = {
  'content-security-policy': expect.stringMatching(/^default-src 'none'; (.*; )?frame-ancestors 'none'$/),
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** An API that has one call, in this process or in another one. */
async function portalWithApi(where: string): Promise<FastifyInstance> {
  const api = closedLater(Fastify())
  api.post('/api/v1/login', async () => ({ done: true }))
  api.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) =>
    reply.code(error.statusCode ?? 500).send({ code: 'of_the_api' }),
  )
  api.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: 'of_the_api' }))
  if (where === 'this process') return portal({ api, isHttps: true })
  return portal({ apiUrl: await api.listen({ host: '127.0.0.1', port: 0 }), isHttps: true })
}

describe.each(['this process', 'another process'])('with the API in %s', (where) => {
  test.each([
    'application/json a',
    'application/json\ta',
    'application/json, text/plain',
    'application/json; charset=klingon',
    'application/json; charset',
    'x',
    '/',
    '',
    'multipart/form-data',
    'text/plain',
    '\u00ff',
  ])('a body of the type %j gets an error of the API, with all headers', async (type) => {
    const server = await portalWithApi(where)
    const headers = { 'content-type': type }
    const {
      statusCode,
      body,
      headers: sent,
    } = await server.inject({ method: 'POST', url: '/api/v1/login', headers, payload: '{}' })
    if (statusCode === 200) return
    expect([400, 415]).toContain(statusCode)
    const { code } = JSON.parse(body)
    expect(['of_the_api', 'media_type_unsupported', 'malformed']).toContain(code)
    if (code !== 'of_the_api') expect(sent).toMatchObject({ ...secure, 'x-request-id': expect.any(String) })
  })

  test.each([
    ['PROPFIND', '/api/v1/login'],
    ['OPTIONS', '/api'],
    ['TRACE', '/api/v1/login'],
    ['GET', '/api/v1/%'],
    ['GET', `/api/v1/${'%'.repeat(5_000)}`],
  ])('%s %.20s gets 404 as JSON, with all headers', async (method, url) => {
    const server = await portalWithApi(where)
    const port = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port)
    const { status, headers, body } = await exchange(
      port,
      `${method} ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    )
    expect([status, JSON.parse(body)]).toMatchObject([404, { code: expect.stringMatching(/^(not_found|of_the_api)$/) }])
    expect(headers).toMatchObject({ 'content-type': expect.stringContaining('application/json') })
    if (JSON.parse(body).code === 'not_found') expect(headers).toMatchObject(secure)
  })
})

type Exchanged = { status: number; headers: Record<string, string>; body: string }

/** Sends a request as it is, and returns the response. */
async function exchange(port: number, request: string): Promise<Exchanged> {
  const socket = connect(port, '127.0.0.1')
  socket.write(request)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => line.split(': ').map((part, index) => (index ? part : part.toLowerCase()))),
  )
  return { status: Number(first.split(' ')[1]), headers, body }
}

const navigation = 'Sec-Fetch-Mode: navigate\r\nAccept: text/html\r\n'

test.each([
  ['GET /% HTTP/1.1', navigation, 404, 'Страница не найдена'],
  ['GET /billing/%D0%9 HTTP/1.1', navigation, 404, 'Страница не найдена'],
  ['GET /picture.png HTTP/1.1', navigation, 404, 'Страница не найдена'],
  ['GET /releases/x/y/z.js HTTP/1.1', navigation, 404, 'Страница не найдена'],
  ['POST /billing HTTP/1.1', navigation, 404, 'Страница не найдена'],
  ['GET /% HTTP/1.1', 'Accept: text/html\r\n', 404, 'Страница не найдена'],
  [`GET /billing?q=${'%D0%B9'.repeat(3_000)} HTTP/1.1`, navigation, 431, 'Слишком длинный адрес'],
  ['GET / HTTP/1.1', `${navigation}Cookie: ${'x'.repeat(20_000)}\r\n`, 431, 'Слишком длинный адрес'],
])('%.40s is rejected with a page', async (line, headers, status, title) => {
  const server = await portal({ isHttps: true })
  const port = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port)
  const response = await exchange(port, `${line}\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`)
  expect(response.status).toBe(status)
  expect(response.headers).toMatchObject({ ...secure, 'content-type': 'text/html; charset=utf-8' })
  expect(response.body).toContain(`<title>${title} — Чаевые</title>`)
  expect(response.body).toContain('<a href="/">На главную</a>')
})

test.each([
  ['*', 404],
  ['http://[', 200],
  ['http://elsewhere.example:99999/', 200],
])('the address %s, which is no path, gets a page and is no failure', async (target, status) => {
  const server = await portal({ isHttps: true })
  const port = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port)
  const response = await exchange(port, `GET ${target} HTTP/1.1\r\nHost: x\r\n${navigation}Connection: close\r\n\r\n`)
  expect([response.status, response.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
})

test.each([
  ['a script', '/releases/x/y/z.js', 'Sec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: script\r\nAccept: text/html\r\n'],
  ['a call', '/nowhere', 'Sec-Fetch-Mode: cors\r\nAccept: application/json\r\n'],
])('%s that is not there gets no page', async (_, path, headers) => {
  const server = await portal({ isHttps: true })
  const port = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port)
  const response = await exchange(port, `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`)
  expect([response.status, response.body]).toEqual([404, 'Not Found\n'])
  expect(response.headers).toMatchObject(secure)
})

test('a call with an address that is too long gets an error of the API', async () => {
  const server = await portal({ isHttps: true })
  const port = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port)
  const request = `GET /api/v1/x?q=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`
  const { status, headers, body } = await exchange(port, request)
  expect([status, JSON.parse(body)]).toMatchObject([431, { code: 'headers_too_large' }])
  expect(headers).toMatchObject(secure)
})
