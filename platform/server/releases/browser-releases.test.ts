import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountHash } from '../../releases/for-browser.ts'
import type { Registry } from '../../releases/registry.ts'
import { signPreview } from '../../releases/signature.ts'
import { createFolderStore } from '../../releases/stores/folder-store.ts'
import {
  closedLater,
  dist,
  eachWithReleases,
  only,
  open,
  point,
  portal,
  publish,
  shell,
  tips,
} from '../testing/portal.ts'

eachWithReleases()

const users: Record<string, object> = {
  anna: { user: { id: 'u-anna' }, employees: [{ restaurant: { id: 'r1' } }, { restaurant: { id: 'r2' } }] },
  boris: { user: { id: 'u-boris' }, employees: [{ restaurant: { id: 'r3' } }] },
  tester: { user: { id: 'u-tester' }, employees: [], rights: ['releases'] },
}
let reads: number
let isFailing: boolean
beforeEach(() => {
  // A slow machine must not reach the limit for reading a session.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  reads = 0
  isFailing = false
})

/** A portal whose API knows the sessions of users by their names. */
async function startPortal(entry: Partial<Registry['names'][string]>): Promise<FastifyInstance> {
  const app = closedLater(Fastify())
  app.get('/api/v1/session/bootstrap', async ({ headers }, reply) => {
    reads += 1
    const user = users[/session=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? '']
    if (isFailing || !user) return reply.code(isFailing ? 503 : 401).send({})
    return reply.header('Set-Cookie', 'seen=1').send(user)
  })
  await point({ shell: only(publish(shell)), 'mfe-tips': { ...only(publish(tips)), ...entry } })
  return portal({ api: app })
}

const canary = () => publish({ ...tips, version: 't2', container: 'mfe_tips_t2' })
/** A browser with bucket 99 gets only canaries for all browsers. */
const sessionCookie = (user: string, more = '') => `release_bucket=99; session=${user}${more}`

async function versionFor(server: FastifyInstance, cookie: string): Promise<string | undefined> {
  return registryIn((await open(server, '/', cookie)).body).remotes['mfe-tips'].current.version
}

/** Opens an address as one that the user has entered. */
function choose(server: FastifyInstance, url: string, cookie: string, headers: Record<string, string> = entered) {
  return server.inject({ url, headers: { accept: 'text/html,*/*', cookie, ...headers } })
}

const entered = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

function registryIn(html: string) {
  return JSON.parse(/id="registry">(.*?)<\/script>/.exec(html)?.[1] ?? '')
}

test.each<[string, object, Record<string, string>]>([
  ['the employees of its restaurants', { restaurants: ['r2'] }, { anna: 't2', boris: 't1', nobody: 't1' }],
  ['its accounts', { accounts: [accountHash('u-boris')] }, { anna: 't1', boris: 't2', nobody: 't1' }],
])('a canary of an audience is for %s', async (_, audience, versions) => {
  const server = await startPortal({ canary: { ...canary(), percent: 0, audience } })
  for (const [user, version] of Object.entries(versions)) {
    expect(await versionFor(server, sessionCookie(user))).toBe(version)
    // An open tab compares it with what it runs.
    const versionsNow = await server.inject({ url: '/registry.json', headers: { cookie: sessionCookie(user) } })
    expect(versionsNow.json().remotes).toEqual({ 'mfe-tips': version })
  }
  expect(await versionFor(server, 'release_bucket=99')).toBe('t1')
})

test('reads a session once in half a minute, and passes its cookies on', async () => {
  const server = await startPortal({ canary: { ...canary(), percent: 0, audience: { restaurants: ['r2'] } } })
  const first = await open(server, '/', sessionCookie('anna'))
  expect(first.headers['set-cookie']).toContain('seen=1')
  await versionFor(server, sessionCookie('anna'))
  expect(reads).toBe(1)
})

test('stores nothing of a user for a start without a network', async () => {
  const server = await startPortal({
    canary: { ...canary(), percent: 0, audience: { restaurants: ['r2'] } },
    flags: { hours: { restaurants: { r2: true } } },
  })
  const headers = { accept: 'text/html', cookie: sessionCookie('anna'), 'portal-page': 'frame' }
  const frame = registryIn((await server.inject({ url: '/', headers })).body)
  expect(frame.remotes['mfe-tips']).toMatchObject({ current: { version: 't1' }, flags: { hours: {} } })
  expect(JSON.stringify(frame)).not.toContain('r2')
  expect(reads).toBe(0)
})

test('serves what all get while the API does not respond, and asks for no session where nothing depends on it', async () => {
  const server = await startPortal({ canary: { ...canary(), percent: 0, audience: { restaurants: ['r2'] } } })
  isFailing = true
  expect(await versionFor(server, sessionCookie('anna'))).toBe('t1')
  const other = await startPortal({ canary: { ...canary(), percent: 10 }, flags: { hours: { on: true } } })
  reads = 0
  expect(await versionFor(other, sessionCookie('anna'))).toBe('t1')
  expect(reads).toBe(0)
})

test('a page has the flags for everybody and those for the restaurants of its user', async () => {
  const flags = { hours: { on: true, restaurants: { r1: false, r3: false } }, chart: { on: false } }
  const server = await startPortal({ flags })
  const flagsFor = async (user: string) =>
    registryIn((await open(server, '/', sessionCookie(user))).body).remotes['mfe-tips'].flags
  expect(await flagsFor('anna')).toEqual({ hours: { on: true, restaurants: { r1: false } }, chart: { on: false } })
  expect(await flagsFor('nobody')).toEqual({ hours: { on: true }, chart: { on: false } })
})

test('shows a user with the right to do so the release of choice until the browser is closed', async () => {
  const server = await startPortal({
    canary: { ...canary(), percent: 0 },
    history: [publish({ ...tips, version: 't0' })],
  })
  for (const version of ['t2', 't0']) {
    const chosen = await choose(server, `/billing?release=mfe-tips@${version}&page=2`, sessionCookie('tester'))
    expect([chosen.statusCode, chosen.headers.location]).toEqual([303, '/billing?page=2'])
    const cookie = [chosen.headers['set-cookie']].flat().find((one) => one?.startsWith('releases='))
    expect(cookie).toBe(`releases=mfe-tips@${version}; Path=/; HttpOnly; SameSite=Lax`)
    const stored = `; releases=mfe-tips@${version}`
    expect(await versionFor(server, sessionCookie('tester', stored))).toBe(version)
    // The right belongs to the session, so the cookie is not enough.
    for (const user of ['anna', 'nobody']) expect(await versionFor(server, sessionCookie(user, stored))).toBe('t1')
  }
  const ended = await choose(server, '/?release=', sessionCookie('tester', '; releases=mfe-tips@t2'))
  expect([ended.statusCode, ended.headers.location]).toEqual([303, '/'])
  expect(String(ended.headers['set-cookie'])).toContain('releases=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0')
})

test.each([
  ['a link of another site', { ...entered, 'sec-fetch-site': 'cross-site' }],
  ['a link of a neighbour', { ...entered, 'sec-fetch-site': 'same-site' }],
  ['a page of the portal', { ...entered, 'sec-fetch-site': 'same-origin' }],
  ['a script', { ...entered, 'sec-fetch-mode': 'no-cors' }],
  ['a frame', { ...entered, 'sec-fetch-dest': 'iframe' }],
  // In WebKit it is so for links of other sites.
  ['a service worker', { ...entered, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }],
  ['a browser that does not say so', {}],
])('%s chooses no release, and the page does not keep the address', async (_, headers) => {
  const server = await startPortal({ canary: { ...canary(), percent: 0 } })
  for (const cookie of [sessionCookie('tester'), '']) {
    const address = '/billing?page=2&%72elease=mfe-tips@t2&release='
    const response = await choose(server, address, cookie, headers)
    expect([response.statusCode, response.headers.location]).toEqual([303, '/billing?page=2'])
    expect(String(response.headers['set-cookie'])).not.toContain('releases=')
  }
})

test('names the live releases when the chosen one is not live', async () => {
  const server = await startPortal({})
  for (const asked of ['mfe-tips@t9', 'mfe-none@t1', 'x;y=1', 'shell@s1']) {
    const { statusCode, body, headers } = await choose(server, `/?release=${asked}`, sessionCookie('tester'))
    expect([statusCode, headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8'])
    expect(String(headers['set-cookie'])).not.toContain('releases=')
    if (asked === 'mfe-tips@t9') expect(body).toBe('Версии mfe-tips@t9 в портале нет. Сейчас доступны: t1.\n')
  }
})

test('ignores the choice of other users, and of releases that are no longer live', async () => {
  const server = await startPortal({ canary: { ...canary(), percent: 0 } })
  const page = await choose(server, '/?release=mfe-tips@t2', sessionCookie('anna'))
  expect([page.statusCode, registryIn(page.body).remotes['mfe-tips'].current.version]).toEqual([200, 't1'])
  expect(await versionFor(server, sessionCookie('tester', '; releases=mfe-tips@t9'))).toBe('t1')
})

test('redirects to no other host', async () => {
  const server = await startPortal({})
  const { headers } = await choose(server, '//evil.example/?release=mfe-tips@t1', sessionCookie('tester'))
  expect(headers.location ?? '/').toMatch(/^\/(?!\/)/)
})

const asked = 'mfe-tips@preview-t2'

/** Stores a preview until the end of a day. */
async function storePreview(day: string): Promise<void> {
  const { version, integrity } = publish({ ...tips, version: 'preview-t2', container: 'mfe_tips_preview_t2' })
  const preview = { name: 'mfe-tips', version, integrity, until: `${day}T20:00:00.000Z` }
  await createFolderStore(dist).previews.write(`${asked}.json`, signPreview(preview, undefined))
}

afterEach(() => {
  vi.useRealTimers()
})

test('shows a preview to a user with the right who enters its address, with a badge, until it ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2026-12-01T12:00:00Z') })
  await storePreview('2026-12-13')
  const server = await startPortal({})
  const stored = `; releases=${asked}`
  const chosen = await choose(server, `/billing?release=${asked}`, sessionCookie('tester'))
  expect([chosen.statusCode, chosen.headers.location]).toEqual([303, '/billing'])
  expect(String(chosen.headers['set-cookie'])).toContain(`releases=${asked}; Path=/`)

  const { body } = await open(server, '/', sessionCookie('tester', stored))
  expect(registryIn(body).remotes['mfe-tips']).toMatchObject({ current: { version: 'preview-t2' } })
  expect(registryIn(body).remotes['mfe-tips'].previous).toBeUndefined()
  expect(body).toContain('Предпросмотр: mfe-tips preview-t2, до 13 декабря')
  for (const cookie of [sessionCookie('tester'), sessionCookie('anna', stored), stored]) {
    const others = await open(server, '/', cookie)
    expect(registryIn(others.body).remotes['mfe-tips'].current.version).toBe('t1')
    expect(others.body).not.toContain('Предпросмотр')
  }

  vi.setSystemTime('2026-12-14')
  expect(await versionFor(server, sessionCookie('tester', stored))).toBe('t1')
  expect((await choose(server, `/?release=${asked}`, sessionCookie('tester'))).statusCode).toBe(404)
})

test('a link to a preview asks a user with the right, and only the button of that page shows it', async () => {
  await storePreview('2099-12-13')
  const server = await startPortal({})
  const link = { ...entered, 'sec-fetch-site': 'cross-site' }
  const address = `/billing?release=${asked}`
  const page = await choose(server, address, sessionCookie('tester'), link)
  expect(page.body).toContain('<button>Показать</button>')
  expect(String(page.headers['set-cookie'])).not.toContain('releases=')
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  const forOthers = await choose(server, address, sessionCookie('anna'), link)
  expect([forOthers.statusCode, forOthers.headers.location]).toEqual([303, '/billing'])

  const press = (site: string, user: string, fields: Record<string, string>) =>
    server.inject({
      method: 'POST',
      url: '/preview/choice',
      headers: {
        cookie: sessionCookie(user),
        'sec-fetch-site': site,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams(fields).toString(),
    })
  const pressed = await press('same-origin', 'tester', { release: asked, address: '/billing' })
  expect([pressed.statusCode, pressed.headers.location]).toEqual([303, '/billing'])
  expect(String(pressed.headers['set-cookie'])).toContain(`releases=${asked}; Path=/`)
  expect((await press('same-origin', 'tester', { release: asked, address: '//evil.example' })).headers.location).toBe(
    '/',
  )
  expect(String((await press('same-origin', 'anna', { release: '' })).headers['set-cookie'])).toContain('Max-Age=0')
  const rejected = [
    press('cross-site', 'tester', { release: asked }),
    press('same-origin', 'anna', { release: asked }),
    // A release that is live is chosen by its address only.
    press('same-origin', 'tester', { release: 'mfe-tips@t1' }),
  ]
  expect((await Promise.all(rejected)).map(({ statusCode }) => statusCode)).toEqual([403, 403, 403])
})
