import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readRegistry } from '../../releases/releases.ts'
import { createFolderStore } from '../../releases/stores/folder-store.ts'
import { createDevelopmentPortal } from '../development-portal.ts'
import {
  closedLater,
  dist,
  eachWithReleases,
  point,
  portal,
  publish,
  sequence,
  shell,
  tips,
} from '../testing/portal.ts'

eachWithReleases()

const nextTips = { ...tips, version: 't2', calls: ['GET /tips'], shared: { react: '19.3.1' } }
const calls = [
  ['GET', '/releases'],
  ['GET', '/releases/graph'],
  ['GET', '/releases/comparison?name=mfe-tips&before=t1&after=t2'],
  ['POST', '/releases/changes'],
] as const

const startedAt = Date.now()
// No hour begins while a test runs.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: startedAt })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Returns the beginning of an hour: `hourAgo(0)` is the beginning of this hour. */
function hourAgo(hours: number): string {
  const hour = 60 * 60 * 1000
  return new Date((Math.floor(startedAt / hour) - hours) * hour).toISOString()
}

const metricsToken = 'the-token-of-the-metrics'
const reports = {
  ...{ remote: 'mfe-tips', version: 't2', starts: 90, errors: 5, load_failures: 10, csp_violations: 0 },
  hours: [{ at: hourAgo(1), starts: 8, errors: 1, load_failures: 2 }],
  ...{ p75: { load_time: 640 }, first_seen: '2026-11-23T08:00:00Z', last_seen: '2026-11-23T09:00:00Z' },
}

/** Starts an API whose sessions are `admin`, who has the right, and `employee`. It records what arrives. */
function api() {
  const requests: { url: string; headers: Record<string, unknown>; body: unknown }[] = []
  const app = closedLater(Fastify())
  const grantedRights = (cookie = '') =>
    cookie.includes('session=admin') ? ['releases'] : cookie.includes('session=employee') ? [] : undefined
  app.get('/api/v1/user/rights', async ({ headers }, reply) => {
    const rights = grantedRights(headers.cookie)
    if (!rights) return reply.code(401).send({ code: 'unauthorized', message: 'unauthorized' })
    return reply.header('set-cookie', 'session=renewed').send({ name: 'Анна Смирнова', rights })
  })
  app.post('/api/v1/user/release-changes', async ({ headers, body, url }, reply) => {
    requests.push({ url, headers, body })
    if (headers['sec-fetch-site'] !== 'same-origin') return reply.code(403).send({ code: 'foreign_origin' })
    const rights = grantedRights(headers.cookie)
    if (!rights) return reply.code(401).send({ code: 'unauthorized', message: 'unauthorized' })
    if (rights.length === 0) return reply.code(403).send({ code: 'forbidden', message: 'forbidden' })
    return { name: 'Анна Смирнова' }
  })
  app.get('/api/v1/telemetry/releases', async ({ headers }, reply) =>
    headers.authorization === `Bearer ${metricsToken}` ? { items: [reports] } : reply.code(401).send({}),
  )
  return { app, requests }
}

async function openPortal(options: Parameters<typeof portal>[0] = {}, keys: Parameters<typeof portal>[1] = {}) {
  const { app, requests } = api()
  await point({
    shell: { current: publish(shell), history: [] },
    'mfe-tips': { current: publish(nextTips), history: [publish(tips)] },
  })
  return { server: await portal({ api: app, metricsToken, ...options }, keys), requests }
}

type Sent = { session?: string; headers?: Record<string, string>; payload?: object }

function send(server: FastifyInstance, method: 'GET' | 'POST', path: string, sent: Sent = {}) {
  const { session = 'admin', headers = {}, payload } = sent
  return server.inject({
    method,
    url: `/api/v1${path}`,
    headers: {
      cookie: `session=${session}`,
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
    ...(payload && { payload }),
  })
}

const passkey = { id: 'key', client_data: 'eyJ9', authenticator_data: 'data', signature: 'c2ln' }
const rollback = () => ({ sequence, name: 'mfe-tips', kind: 'rollback', version: 't1', passkey })
const change = (server: FastifyInstance, payload: object, sent: Sent = {}) =>
  send(server, 'POST', '/releases/changes', { ...sent, payload })
const live = async () => (await readRegistry(createFolderStore(dist))).names['mfe-tips']?.current.version

// spec: 8.6
test.each(calls)('%s %s is only for users with the right', async (method, path) => {
  const { server } = await openPortal()
  const payload = method === 'POST' ? { payload: rollback() } : {}
  const anonymous = await send(server, method, path, { session: 'nobody', ...payload })
  expect([anonymous.statusCode, anonymous.json().code]).toEqual([401, 'unauthorized'])
  const employee = await send(server, method, path, { session: 'employee', ...payload })
  expect([employee.statusCode, employee.json().code]).toEqual([403, 'forbidden'])
  expect(await live()).toBe('t2')
  const admin = await send(server, method, path, payload)
  expect(admin.statusCode).toBe(200)
  expect(admin.headers['cache-control']).toBe('no-store')
})

// spec: 9.71
test('lists what is live, how it does, and what was live before', async () => {
  const { server } = await openPortal()
  const response = await send(server, 'GET', '/releases')
  expect(response.headers['set-cookie']).toBe('session=renewed')
  expect(response.json()).toMatchObject({
    sequence,
    can_change: true,
    has_reports: true,
    packages: [
      { name: 'shell', current: { version: 's1' } },
      {
        name: 'mfe-tips',
        current: { version: 't2', reports: { starts: 100, failures: 15, load_time: 640 } },
        history: [{ version: 't1', reports: null }],
        canary: null,
      },
    ],
    rejected: [],
  })
  const { hours } = response.json().packages[1].current.reports
  expect(hours).toHaveLength(24)
  expect(hours.slice(-3)).toEqual([
    { at: hourAgo(2), starts: 0, failures: 0 },
    { at: hourAgo(1), starts: 10, failures: 3 },
    { at: hourAgo(0), starts: 0, failures: 0 },
  ])
})

test('the overview has no address of an author, and no invalid link', async () => {
  const { app } = api()
  const source = { commit: 'c0ffee', author: 'Анна Иванова <anna@example.ru>', job: 'javascript:alert(1)' }
  const current = { ...publish(tips), source }
  await point({ shell: { current: publish(shell), history: [] }, 'mfe-tips': { current, history: [] } })
  const { packages } = (await send(await portal({ api: app }), 'GET', '/releases')).json()
  expect(packages[1].current).toMatchObject({ commit: 'c0ffee', author: 'Анна Иванова', job: null, reports: null })
})

// spec: 9.71
test('compares two releases, and names who imports what', async () => {
  const { server } = await openPortal()
  writeFileSync(join(dist, 'releases/mfe-tips/t2/tips.js'), 'x'.repeat(1_000))
  writeFileSync(join(dist, 'releases/mfe-tips/t2/tips.js.br'), 'x'.repeat(300))
  const { kinds, pages, libraries, calls } = (
    await send(server, 'GET', '/releases/comparison?name=mfe-tips&before=t1&after=t2')
  ).json()
  const [scripts] = kinds
  expect(scripts.kind).toBe('script')
  const page = pages.find(({ path }: { path: string }) => path === '/')
  expect(page.after - page.before).toBe(300 - '/* tips.js */'.length)
  expect(libraries).toEqual({ added: ['react 19.3.1'], removed: [] })
  // The earlier release lists no calls.
  expect(calls).toBeNull()
  expect((await send(server, 'GET', '/releases/graph')).json()).toMatchObject({
    shell: 's1',
    remotes: [{ name: 'mfe-tips', version: 't2' }],
    libraries: [{ name: 'react', shell: null, users: [{ name: 'mfe-tips', version: '19.3.1' }] }],
  })
})

test.each([
  ['a release that does not exist', 'name=mfe-tips&before=t1&after=t9', 404],
  ['a path in place of a version', 'name=mfe-tips&before=t1&after=../../registry', 400],
  ['a folder in place of a name', 'name=..&before=t1&after=t2', 400],
  ['half of a query', 'name=mfe-tips', 400],
])('does not compare %s', async (_, query, status) => {
  const { server } = await openPortal()
  expect((await send(server, 'GET', `/releases/comparison?${query}`)).statusCode).toBe(status)
})

// spec: 9.72
test('makes a change that the API has recorded, and repeats nothing', async () => {
  const { server, requests } = await openPortal()
  const body = rollback()
  expect((await change(server, body)).json()).toEqual({ sequence: sequence + 1 })
  expect((await change(server, body)).json()).toEqual({ sequence: sequence + 1 })
  expect(await live()).toBe('t1')
  expect(requests.map((request) => request.body)).toEqual([body, body])
  expect((await readRegistry(createFolderStore(dist))).by).toBe('Анна Смирнова')
})

// spec: 9.72
test('says that another registry is live by now, and changes nothing', async () => {
  const { server } = await openPortal()
  const response = await change(server, { ...rollback(), sequence: 1 })
  expect([response.statusCode, response.json().code]).toEqual([409, 'releases_changed'])
  expect(await live()).toBe('t2')
})

test('changes nothing for a page of another site, since the API gets the headers of the browser', async () => {
  const { server } = await openPortal()
  const response = await change(server, rollback(), { headers: { 'sec-fetch-site': 'cross-site' } })
  expect([response.statusCode, response.json().code]).toEqual([403, 'foreign_origin'])
  expect(await live()).toBe('t2')
})

test.each([
  ['on a server that is read-only', { isReadOnly: true }, {}],
  ['without the key', {}, { publicKeys: { release: { key: generateKeyPairSync('ed25519').publicKey } } }],
])('no release is changed %s', async (_, options, keys) => {
  const { app } = api()
  const { privateKey: signingKey, publicKey } = generateKeyPairSync('ed25519')
  const isSigned = 'publicKeys' in keys
  const names = {
    shell: { current: publish(shell), history: [] },
    'mfe-tips': { current: publish(nextTips), history: [publish(tips)] },
  }
  await point(names, isSigned ? signingKey : undefined)
  const server = await portal({ api: app, ...options }, isSigned ? { publicKeys: { release: { key: publicKey } } } : {})
  expect((await send(server, 'GET', '/releases')).json().can_change).toBe(false)
  const response = await change(server, rollback())
  expect([response.statusCode, response.json().code]).toEqual([409, 'releases_read_only'])
  expect(await live()).toBe('t2')
})

test('no release is changed in development', async () => {
  const { app } = api()
  const apiUrl = await app.listen({ host: '127.0.0.1', port: 0 })
  const published = { sequence: 0, shell, remotes: [{ name: 'mfe-tips', current: tips }] }
  const server = closedLater(await createDevelopmentPortal({ apiUrl, published, async serveBundles() {} }))
  const response = await change(server, rollback())
  expect([response.statusCode, response.json().code]).toEqual([409, 'releases_read_only'])
})

// spec: 9.73
test('lists what it rejected: a release that would break the portal', async () => {
  const { app } = api()
  const old = { ...tips, shared: { react: '18.0.0' } }
  await point({
    shell: { current: publish(shell), history: [] },
    'mfe-tips': { current: publish({ ...nextTips, shared: {} }), history: [publish(old)] },
  })
  const server = await portal({ api: app })
  const response = await change(server, rollback())
  expect([response.statusCode, response.json()]).toMatchObject([
    409,
    { code: 'incompatible_releases', reason: 'mfe-tips t1 needs react ^18.0.0, shell s1 has none' },
  ])
  expect((await send(server, 'GET', '/releases')).json().rejected).toMatchObject([
    { by: 'Анна Смирнова', releases: [{ name: 'mfe-tips', version: 't1' }], problems: [response.json().reason] },
  ])
})

test('the page at /releases is a page, and what is below are files', async () => {
  const { app } = api()
  const route = { path: '/releases', title: 'Релизы', layout: 'main' as const }
  const manifest = { ...tips.manifest, paths: ['/', '/billing', '/releases'], routes: [...tips.manifest.routes, route] }
  await point({
    shell: { current: publish(shell), history: [] },
    'mfe-tips': { current: publish({ ...tips, version: 't3', manifest }), history: [] },
  })
  const server = await portal({ api: app })
  const page = await server.inject({ url: '/releases', headers: { accept: 'text/html' } })
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect((await server.inject({ url: '/releases/', headers: { accept: 'text/html' } })).statusCode).toBe(404)
  expect((await server.inject('/releases/mfe-tips/t3/tips.js')).statusCode).toBe(200)
})
