import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:http2'
import { Agent, type RequestOptions, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { expect, test } from './fixtures.ts'
import type { Stack } from './stack.ts'

/** Returns the raw response: `fetch` would merge headers that are sent twice. */
async function get(stack: Stack, path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const agent = new Agent({ ca: stack.certificate })
  const accept = { accept: 'text/html,*/*', 'accept-encoding': 'br' }
  const [response] = await once(
    request(stack.origin + path, { agent, headers: { ...accept, ...headers } }).end(),
    'response',
  )
  response.resume()
  return response
}

async function getWithBody(stack: Stack, path: string, options: RequestOptions = {}) {
  const agent = new Agent({ ca: stack.certificate })
  const sent = request(stack.origin + path, { agent, headers: { accept: 'text/html' }, ...options }).end()
  const [response]: IncomingMessage[] = await once(sent, 'response')
  return { status: response?.statusCode, headers: response?.headers ?? {}, body: response ? await text(response) : '' }
}

async function aReleaseFile(stack: Stack): Promise<string> {
  const page = await fetch(`${stack.portals[0]?.address}/login`, { headers: { accept: 'text/html' } })
  return /src="(\/releases\/shell\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? ''
}

const everywhere = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  'x-content-type-options': 'nosniff',
  server: 'nginx',
}
const page = {
  ...everywhere,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': expect.stringMatching(/^default-src 'none';.*;frame-ancestors 'none'/),
  'permissions-policy': expect.stringContaining('camera=()'),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'set-cookie': [expect.stringMatching(/^__Host-release_bucket=.*; HttpOnly; SameSite=Lax; Secure$/)],
  'x-frame-options': 'DENY',
}
/** What is never rendered. nginx sends these headers itself where no server has responded. */
const error = {
  ...everywhere,
  'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'/),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

test('nginx passes on all security headers, each once', async ({ stack }) => {
  const file = { ...everywhere, 'cross-origin-resource-policy': 'same-origin' }
  const responses = {
    '/': page,
    '/login': page,
    '/nowhere': page,
    '/cards/card-form': {
      ...everywhere,
      'content-security-policy': expect.stringContaining('frame-ancestors https://shop.example;'),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    },
    [await aReleaseFile(stack)]: file,
    '/favicon.svg': file,
    '/manifest.webmanifest': file,
    '/registry.json': everywhere,
    '/api/v1/session/bootstrap': {
      ...everywhere,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    },
    '/api/v1/docs': { ...everywhere, 'x-frame-options': 'DENY' },
    '/uploads/nothing.png': everywhere,
  }
  for (const [path, headers] of Object.entries(responses)) {
    const response = await get(stack, path)
    expect(response.headers, path).toMatchObject(headers)
    const names = response.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase())
    expect(
      names.filter((name, index) => names.indexOf(name) !== index),
      path,
    ).toEqual([])
  }
  expect((await get(stack, '/cards/card-form')).headers).not.toHaveProperty('x-frame-options')
})

test('what is not there, and what nginx rejects itself, has the headers of a response that is never rendered', async ({
  stack,
}) => {
  const responses: [string, number, RequestOptions?][] = [
    ['/api/v1/nowhere', 404],
    ['/uploads/nothing.png', 404],
    ['/metrics', 404],
    [`/${'x'.repeat(40_000)}`, 414],
    ['/api/v1/login', 413, { method: 'POST', headers: { 'content-length': String(6 * 1024 * 1024) } }],
  ]
  for (const [path, status, options] of responses) {
    const response = await getWithBody(stack, path, options)
    expect([path.slice(0, 40), response.status]).toEqual([path.slice(0, 40), status])
    expect(response.headers, path.slice(0, 40)).toMatchObject(error)
  }
})

test('nginx responds to an address that it rejects itself with a page that leads to the portal', async ({ stack }) => {
  for (const [path, status] of [
    ['/.well-known/security.txt', 404],
    ['/%', 400],
    ['/billing/%D0%9', 400],
    [`/billing?q=${'%D0%B9'.repeat(3_000)}`, 414],
  ] as const) {
    const { headers, body, ...response } = await getWithBody(stack, path)
    expect([path.slice(0, 20), response.status]).toEqual([path.slice(0, 20), status])
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    expect(body).toContain('<h1>Страница не найдена</h1>')
    expect(body).toContain('<a href="/">На главную</a>')
  }
})

test('nginx serves compressed files, marks release files as immutable, and hides internal addresses', async ({
  stack,
}) => {
  const file = await aReleaseFile(stack)
  for (const path of ['/login', file]) expect((await get(stack, path)).headers['content-encoding'], path).toBe('br')
  expect((await get(stack, file)).headers['cache-control']).toContain('immutable')
  expect((await get(stack, file, { 'accept-encoding': '' })).headers).not.toHaveProperty('content-encoding')
  for (const path of ['/metrics', '/healthz', '/readyz']) expect((await get(stack, path)).statusCode, path).toBe(404)
  const plain = await fetch(`${stack.plainOrigin}/out?x=1`, { redirect: 'manual' })
  expect([plain.status, plain.headers.get('location')]).toEqual([301, `${stack.origin}/out?x=1`])
})

test('nginx serves an uncached 503 page that retries while no portal server responds', async ({ stack }) => {
  await Promise.all(stack.portals.map((portal) => portal.end('SIGTERM')))
  const unavailable = await get(stack, '/billing')
  expect(unavailable.statusCode).toBe(503)
  expect(unavailable.headers).toMatchObject({ ...error, 'cache-control': 'no-store', 'retry-after': '5' })
  expect((await getWithBody(stack, '/billing')).body).toContain('Тестовый банк')
  await Promise.all(stack.portals.map((portal) => portal.start()))
  await expect.poll(async () => (await get(stack, '/billing')).statusCode).toBe(200)
})

test('nginx serves an uncached 503 problem while no API responds', async ({ stack }) => {
  await Promise.all(stack.apis.map((api) => api.end('SIGTERM')))
  const path = '/api/v1/session/bootstrap'
  const unavailable = await get(stack, path)
  expect(unavailable.statusCode).toBe(503)
  expect(unavailable.headers).toMatchObject({
    ...error,
    'cache-control': 'no-store',
    'retry-after': '2',
    'content-type': 'application/json; charset=utf-8',
  })
  await Promise.all(stack.apis.map((api) => api.start()))
  await expect.poll(async () => (await get(stack, path)).statusCode).toBe(401)
})

const secretPaths = ['/api/v1/user/password/change/user/', '/i/', '/api/v1/invitations/', '/billing?x=']

test('the log of nginx has no password link and no invitation code', async ({ stack }) => {
  const secret = 'what-opens-an-account'
  for (const path of secretPaths) await get(stack, path + secret)
  await get(stack, '/settings')
  await expect.poll(stack.accessLog).toContain('"GET /settings" 200')
  expect(await stack.accessLog()).not.toContain(secret)
})

test('neither log of nginx has one of them while one or all servers are down', async ({ stack }) => {
  const secret = 'what-opens-an-account-meanwhile'
  const rounds = [stack.portals.slice(0, 1), stack.apis.slice(0, 1), [...stack.portals, ...stack.apis]]
  for (const servers of rounds) {
    await Promise.all(servers.map((server) => server.end('SIGTERM')))
    // Enough that the balancer sends some of them to a server that is down.
    for (let turn = 0; turn < 5; turn++) for (const path of secretPaths) await get(stack, path + secret)
    await Promise.all(servers.map((server) => server.start()))
  }
  await expect.poll(async () => (await get(stack, '/settings')).statusCode).toBe(200)
  // nginx takes an API that has failed for down for two seconds.
  await expect.poll(async () => (await get(stack, '/api/v1/session/bootstrap')).statusCode).toBe(401)
  // Both servers were asked for one request: the first one was down.
  expect(await stack.accessLog()).toMatch(/127\.0\.0\.1:\d+, 127\.0\.0\.1:\d+ 502, \d/)
  expect(await stack.accessLog()).not.toContain(secret)
  expect(await stack.errorLog()).not.toContain(secret)
})

/** Sends requests at the same time from an address of this machine, over few connections. Returns their responses. */
async function flood({ origin, certificate }: Stack, localAddress: string, paths: readonly string[]) {
  const options = { ca: certificate, localAddress }
  const sessions = Array.from({ length: 5 }, () => connect(origin, options))
  const responses = await Promise.all(
    paths.map(async (path, index) => {
      const sent = sessions[index % sessions.length]?.request({ ':path': path, accept: 'text/html' })
      if (!sent) throw new Error('There is no session')
      const [[headers]] = await Promise.all([once(sent, 'response'), text(sent)])
      return { status: Number(headers[':status']), headers: headers as IncomingMessage['headers'] }
    }),
  )
  for (const session of sessions) session.close()
  return responses
}

test('an address that sends far too much gets 503 with Retry-After, another one is served, and no log has its links', async ({
  stack,
}) => {
  const secret = 'what-opens-an-account-in-a-flood'
  const flooding = flood(stack, '127.0.0.9', Array(1_500).fill(`/api/v1/invitations/${secret}`))
  const [other] = await flood(stack, '127.0.0.8', ['/api/v1/session/bootstrap'])
  expect(other?.status).toBe(401)
  const rejected = (await flooding).filter(({ status }) => status === 503)
  expect(rejected.length).toBeGreaterThan(20)
  for (const { headers } of rejected) {
    expect(headers['retry-after']).toBe('2')
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  }
  expect(await stack.accessLog()).not.toContain(secret)
  expect(await stack.errorLog()).not.toContain(secret)
})

test('the id that a page gives its request is in the response and in the log of nginx', async ({ stack }) => {
  const id = crypto.randomUUID()
  const { headers } = await get(stack, '/api/v1/user/balance', { 'x-request-id': id })
  expect(headers['x-request-id']).toBe(id)
  await expect.poll(stack.accessLog).toContain(`"${id}"`)
})
