import { setImmediate } from 'node:timers/promises'
import type { ApiRead } from '@portal/shared/rendering-protocol'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toIntegrity } from '../../bundler/release.ts'
import { RenderFailure } from '../../rendering/render-process.ts'
import type { Renderer } from '../../rendering/renderer.ts'
import { closedLater, eachWithReleases, only, payouts, point, portal, publish, shell, tips } from '../testing/portal.ts'

eachWithReleases()

// A slow machine must not reach the limits of rendering.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const sessionAt = (restaurant: string) => ({
  user: { id: 'u1', name: 'Анна </script><b>' },
  employees: [{ id: 'e1', restaurant: { id: restaurant } }],
  live_seq: 7,
})
const session = sessionAt('r1')
const billingRead = (restId: string) => ({
  path: '/user/billing',
  params: {},
  query: { restId, page: 1, type: undefined },
})
const billing = billingRead('r1')

const requestOfSession = '/api/v1/session/bootstrap'

type ApiRequest = { url: string; headers: Record<string, unknown> }

/** Starts an API with one session and one list. */
async function api({ status = 200, list = { items: ['<b>'] } as object, sessions = [session], headers = {} } = {}) {
  const waiting = [...sessions]
  const requests: ApiRequest[] = []
  const app = closedLater(Fastify())
  app.addHook('onRequest', async ({ url, headers }) => void requests.push({ url, headers }))
  app.get('/api/v1/session/bootstrap', async (_request, reply) =>
    status === 200
      ? reply.headers(headers).send(waiting.length > 1 ? waiting.shift() : waiting[0])
      : reply.code(status).send({}),
  )
  app.get('/api/v1/user/billing', async () => list)
  app.get('/api/v1/user/tips/stats', async () => ({}))
  app.get('/api/v1/user/profile', async (_request, reply) => reply.code(500).send({}))
  return { app, requests }
}

type Rendering = Awaited<ReturnType<Renderer['render']>>

/** Renders what the test gives for each rendering, the last one again and again. */
function renderer(...renderings: Rendering[]) {
  const render = vi.fn<Renderer['render']>(async () => (renderings.length > 1 ? renderings.shift() : renderings[0]))
  return { render, prepare: async () => {}, close: async () => {} }
}

const whole = { html: '<main>5 000 ₽</main>', reads: [], fillers: [] }

type Opening = { url?: string; cookie?: string; headers?: Record<string, string> }

async function open(app: FastifyInstance, { url = '/billing?page=2', cookie = 'session=x', headers }: Opening = {}) {
  const response = await app.inject({ url, headers: { accept: 'text/html', cookie, ...headers } })
  return {
    ...response,
    headers: response.headers,
    body: response.body,
    isRendered: /id="rendered"/.test(response.body),
  }
}

test('renders a page until it has all data, and gives them to the browser', async () => {
  const { app, requests } = await api()
  const pages = renderer({ html: '', reads: [billing], fillers: [] }, whole)
  const { body, headers } = await open(await portal({ api: app, createRenderer: () => pages }))

  expect(requests.map(({ url }) => url)).toEqual(['/api/v1/session/bootstrap', '/api/v1/user/billing?restId=r1&page=1'])
  expect(pages.render.mock.calls[1]?.[1]).toMatchObject({
    url: '/billing?page=2',
    session,
    responses: [{ read: billing, response: { items: ['<b>'] } }],
    hidesAmounts: false,
  })
  expect(body).toContain('<div id="root"><main>5 000 ₽</main></div>')
  const [, data = ''] = /<script type="application\/json" id="rendered">(.*?)<\/script>/.exec(body) ?? []
  expect(JSON.parse(data)).toMatchObject({ session, responses: [{ response: { items: ['<b>'] } }] })
  // Nothing is painted before the element that comes after the content.
  expect(body).toMatch(
    /<link rel="expect" href="#browser-advice" blocking="render">.*<\/main><\/div>\s*<template id="browser-advice"/s,
  )
  // The session is in the page, so the browser does not request it.
  expect(body).not.toContain(requestOfSession)
  expect(headers['cache-control']).toBe('no-store')
  expect(headers.vary).toBe('Accept-Encoding, Cookie, Sec-Fetch-Site')
})

describe.each(['br', 'identity'])('while a page is rendered, %s', (coding) => {
  async function openSlowly() {
    const { app } = await api()
    const rendering = Promise.withResolvers<Rendering>()
    const pages = { ...renderer(), render: () => rendering.promise }
    const server = await portal({ api: app, createRenderer: () => pages })
    const origin = await server.listen({ host: '127.0.0.1', port: 0 })
    const headers = { accept: 'text/html', 'accept-encoding': coding, cookie: 'session=x' }
    const response = await fetch(`${origin}/billing`, { headers })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let html = ''
    const readUntil = async (text: string) => {
      while (!html.includes(text)) html += (await reader?.read())?.value ?? expect.fail(`It ends without ${text}`)
      return html
    }
    return { server, rendering, response, reader, readUntil }
  }

  test('the start of the page is sent, through nginx too', async () => {
    const { rendering, response, readUntil } = await openSlowly()
    expect(await readUntil('<body>')).toContain('<style')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    rendering.resolve(whole)
    expect(await readUntil('</html>')).toContain('<div id="root"><main>5 000 ₽</main></div>')
  })

  test('a browser may leave', async () => {
    const { server, rendering, reader, readUntil } = await openSlowly()
    await readUntil('<body>')
    await reader?.cancel()
    rendering.resolve(whole)
    expect((await open(server)).isRendered).toBe(true)
  })
})

test('renders a page once, with what the page of another user has read, and uses nothing else of it', async () => {
  const { app, requests } = await api({ sessions: [session, sessionAt('r2'), sessionAt('r3'), sessionAt('r4')] })
  const stats = { path: '/user/tips/stats', params: {}, query: { restId: 'r3' } }
  const rendered: { requested: string[]; given: string[] }[] = []
  const results: { reads?: ApiRead[]; unread?: ApiRead[] }[] = [
    { reads: [billing] },
    {},
    {},
    { reads: [stats] },
    { unread: [billingRead('r3')] },
    { reads: [billingRead('r4')] },
    {},
  ]
  const render = vi.fn<Renderer['render']>(async (_live, { responses }) => {
    const requested = requests.splice(0).map(({ url }) => url.replace('/api/v1', ''))
    rendered.push({ requested, given: responses.map(({ read }) => read.path) })
    const { reads = [], unread = [] } = results.shift() ?? {}
    return { html: reads.length === 0 ? '<main></main>' : '', reads, unread, fillers: [] }
  })
  const server = await portal({
    api: app,
    createRenderer: () => ({ render, prepare: async () => {}, close: async () => {} }),
  })
  const pages = []
  for (let visit = 0; visit < 4; visit += 1) pages.push(await open(server, { url: '/billing' }))

  const [bootstrap, list] = ['/session/bootstrap', '/user/billing?restId=']
  expect(rendered).toEqual([
    { requested: [bootstrap], given: [] },
    { requested: [`${list}r1&page=1`], given: ['/user/billing'] },
    { requested: [bootstrap, `${list}r2&page=1`], given: ['/user/billing'] },
    { requested: [bootstrap, `${list}r3&page=1`], given: ['/user/billing'] },
    { requested: ['/user/tips/stats?restId=r3'], given: ['/user/billing', '/user/tips/stats'] },
    // The last page did not read the list, so this one finds out again what it reads.
    { requested: [bootstrap], given: [] },
    { requested: [`${list}r4&page=1`], given: ['/user/billing'] },
  ])
  expect(pages.map(({ body }) => [...body.matchAll(/"restId":"(\w+)"/g)].map(([, id]) => id))).toEqual([
    ['r1'],
    ['r2'],
    ['r3'],
    ['r4'],
  ])
  expect(pages[2]?.body).not.toContain('/user/billing"')
})

test('reads the API as the browser would, and passes on only what identifies the user and the browser', async () => {
  const { app, requests } = await api()
  const headers = {
    'user-agent': 'Телефон',
    'x-forwarded-for': '203.0.113.7',
    authorization: 'Bearer x',
    range: 'bytes=0-1',
  }
  await open(await portal({ api: app, createRenderer: () => renderer(whole) }), { headers })
  expect(requests[0]?.headers).toMatchObject({
    cookie: 'session=x',
    'user-agent': 'Телефон',
    'x-forwarded-for': '203.0.113.7',
  })
  expect(requests[0]?.headers).not.toHaveProperty('authorization')
  expect(requests[0]?.headers).not.toHaveProperty('range')
})

test('a page has the stylesheets in the HTML, and links only to the scripts, those of the shell in a header', async () => {
  const styled = { ...tips, version: 't2', files: { ...tips.files, 'tips.css': toIntegrity('/* tips.css */') } }
  styled.pages = { ...tips.pages, '/': { files: ['tips.js', 'tips.css'], consumes: [] } }
  await point({ shell: only(publish(shell)), 'mfe-tips': only(publish(styled)) })
  const { app } = await api()
  const { body, headers } = await open(await portal({ api: app, createRenderer: () => renderer(whole) }), { url: '/' })
  expect(headers.link).toMatch(
    /^<\/releases\/shell\/[0-9a-f]{12}\/main\.js>; rel=preload; as=script; crossorigin=anonymous; integrity="sha256-[^"]+"; nonce=\w+$/,
  )
  expect(body).toMatch(
    /<style nonce="[^"]+" data-file="\/releases\/shell\/[0-9a-f]{12}\/main\.css" data-href="\/releases\/shell\/s1\/main\.css">\/\* main\.css \*\/<\/style>/,
  )
  expect(body).toMatch(/data-href="\/releases\/mfe-tips\/t2\/tips\.css">\/\* tips\.css \*\//)
  expect(body).not.toMatch(/<link[^>]+\/releases\/[^>]+\.css"/)
  // They share the line with the page otherwise, which is shown later then.
  expect(body).toMatch(/id="rendered".*<link rel="preload" as="script" href="\/releases\/mfe-tips\/t2\/tips\.js"/s)
  expect(body.slice(0, body.indexOf('id="rendered"'))).not.toContain('rel="preload"')
})

test('gives the integrity of the files of its page, of entries and of lists, and the frame that of all files', async () => {
  const listed = { ...tips, version: 't2', files: { ...tips.files, 'files.json': 'sha256-list' } }
  await point({ shell: only(publish(shell)), 'mfe-tips': only(publish(listed)), 'mfe-payouts': only(publish(payouts)) })
  const { app } = await api()
  const server = await portal({ api: app, createRenderer: () => renderer(whole) })
  const parseRegistry = ({ body }: { body: string }) =>
    JSON.parse(/id="registry">(.*?)<\/script>/s.exec(body)?.[1] ?? '').remotes
  const { 'mfe-tips': page, 'mfe-payouts': withoutList } = parseRegistry(await open(server))
  expect(page.current).toMatchObject({ list: 'sha256-list' })
  expect(page.current.files).toEqual({ 'entry.js': 'sha256-entry', 'billing.js': 'sha256-billing' })
  expect(withoutList.current.files).toEqual(payouts.files)
  const frame = parseRegistry(await open(server, { headers: { 'portal-page': 'frame' } }))['mfe-tips'].current
  expect([frame.files, frame.list]).toEqual([tips.files, undefined])
})

test('a page is the frame where a stylesheet is not that of its release', async () => {
  const broken = { ...shell, version: 's2', files: { ...shell.files, 'main.css': toIntegrity('another text') } }
  await point({ shell: only(publish(broken)), 'mfe-tips': only(publish(tips)) })
  const { app } = await api()
  const { statusCode, isRendered } = await open(await portal({ api: app, createRenderer: () => renderer(whole) }))
  expect([statusCode, isRendered]).toEqual([200, false])
})

const byPayouts = { slot: 'tips.actions', remote: 'mfe-payouts' }

/** Puts a remote live that fills a slot of the page `/billing`. */
async function fillSlot(): Promise<void> {
  const [home, list] = tips.manifest.routes
  const routes = [home, { ...list, slots: ['tips.actions'] }] as typeof tips.manifest.routes
  const offering = { ...tips, version: 't2', manifest: { ...tips.manifest, routes } }
  await point({
    shell: only(publish(shell)),
    'mfe-tips': only(publish(offering)),
    'mfe-payouts': only(publish(payouts)),
  })
}

test('renders with what fills the slots of the page, and tells the browser which ones are filled', async () => {
  await fillSlot()
  const { app } = await api()
  const pages = renderer({ ...whole, fillers: [byPayouts] })
  const { body } = await open(await portal({ api: app, createRenderer: () => pages }))
  expect(pages.render.mock.calls[0]?.[1]).toMatchObject({ fillers: [byPayouts], slots: ['tips.actions'] })
  expect(body).toContain('"fillers":[{"slot":"tips.actions","remote":"mfe-payouts"}],"slots":["tips.actions"]')
  expect(body).toMatch(/<link rel="preload-next" as="script" href="\/releases\/mfe-payouts\/p1\/actions\.js"/)
})

test('renders without slots where a response is missing that what fills them may have asked for', async () => {
  await fillSlot()
  const { app } = await api()
  const missing = { path: '/user/profile', params: {}, query: {} }
  const pages = renderer({ html: '', reads: [missing, billing], fillers: [byPayouts] }, whole)
  const { isRendered, body } = await open(await portal({ api: app, createRenderer: () => pages }))
  expect(isRendered).toBe(true)
  expect(pages.render.mock.calls[1]?.[1]).toMatchObject({ fillers: [], responses: [{ read: billing }] })
  expect(body).toContain('"fillers":[]')
})

test('renders hidden amounts where they are hidden', async () => {
  const { app } = await api()
  const pages = renderer(whole)
  await open(await portal({ api: app, createRenderer: () => pages }), { cookie: 'session=x; hidden_amounts=1' })
  expect(pages.render.mock.calls[0]?.[1].hidesAmounts).toBe(true)
})

test('renders a navigation that passes through the service worker, where it has no destination', async () => {
  const { app } = await api()
  const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'empty' }
  const { isRendered } = await open(await portal({ api: app, createRenderer: () => renderer(whole) }), { headers })
  expect(isRendered).toBe(true)
})

test.each([
  ['same-origin', 'br'],
  ['cross-site', undefined],
])('compresses nothing personal for the page of another site: %s', async (site, coding) => {
  const { app } = await api()
  const headers = { 'sec-fetch-site': site, 'accept-encoding': 'br' }
  const response = await open(await portal({ api: app, createRenderer: () => renderer(whole) }), { headers })
  expect(response.headers['content-encoding']).toBe(coding)
})

test.each<[string, Rendering, Opening?]>([
  ['no user is signed in', whole, { cookie: '' }],
  ['the service worker of an earlier release stores it', whole, { headers: { 'sec-fetch-dest': 'empty' } }],
  ['it is requested', whole, { headers: { 'portal-page': 'frame' } }],
  ['the page is one before sign-in', whole, { url: '/login' }],
  ['there is no such page', whole, { url: '/nowhere' }],
])('a page is the frame from the start where %s', async (_, rendering, opening) => {
  const { app, requests } = await api()
  const { isRendered, headers } = await open(
    await portal({ api: app, createRenderer: () => renderer(rendering) }),
    opening,
  )
  expect(isRendered).toBe(false)
  expect(headers['cache-control']).toBe('no-cache')
  expect(requests.length).toBeLessThan(6)
})

test.each<[string, Rendering]>([
  ['it fails, or is late', undefined],
  ['the page is not for this user', { html: '', reads: [], fillers: [] }],
  ['a response is missing', { html: '', reads: [{ path: '/user/profile', params: {}, query: {} }], fillers: [] }],
  [
    'the page reads what is no data of a page',
    { html: '', reads: [{ path: '/events', params: {}, query: {} }], fillers: [] },
  ],
  [
    'the page reads what is not below the API',
    { html: '', reads: [{ path: '/../demo/sms', params: {}, query: {} }], fillers: [] },
  ],
  ['it reads the same again and again', { html: '', reads: [billing], fillers: [] }],
])('a page ends with the frame where %s', async (_, rendering) => {
  const { app, requests } = await api()
  const { isRendered, headers } = await open(await portal({ api: app, createRenderer: () => renderer(rendering) }))
  expect(isRendered).toBe(false)
  expect(headers['cache-control']).toBe('no-store')
  expect(headers.vary).toBe('Accept-Encoding, Cookie, Sec-Fetch-Site')
  expect(requests.length).toBeLessThan(6)
})

test('a page is the frame where the session has ended, and then leads to login', async () => {
  const { app } = await api({ status: 401 })
  const pages = renderer(whole)
  const { isRendered, body } = await open(await portal({ api: app, createRenderer: () => pages }))
  expect(isRendered).toBe(false)
  expect(pages.render).not.toHaveBeenCalled()
  // The start of a rendered page is followed by the frame, whose data the browser requests.
  expect(body).toMatch(
    /<\/noscript>\s*<script nonce="\w+">[^<]*\/api\/v1\/session\/bootstrap[^<]*heldInput\.repeat\(\)}<\/script>/,
  )
  expect(body.match(/<div id="root">/g)).toHaveLength(1)
  const { 'mfe-tips': remote } = JSON.parse(/id="registry">(.*?)<\/script>/s.exec(body)?.[1] ?? '').remotes
  expect(remote.current.files).toEqual(tips.files)
})

test('a page is the frame where a response sets a cookie, which the page can no longer pass on', async () => {
  const { app } = await api({ headers: { 'Set-Cookie': 'session=renewed' } })
  const { isRendered, headers } = await open(await portal({ api: app, createRenderer: () => renderer(whole) }))
  expect(isRendered).toBe(false)
  expect(headers['set-cookie']).not.toContain('session=renewed')
})

test('a page is the frame where the API does not respond in time', async () => {
  vi.useRealTimers()
  const app = closedLater(Fastify())
  app.get('/api/v1/session/bootstrap', () => new Promise(() => {}))
  const { isRendered } = await open(await portal({ api: app, createRenderer: () => renderer(whole) }))
  expect(isRendered).toBe(false)
})

describe('while other pages are rendered', () => {
  async function rendering() {
    const { app } = await api()
    const slow = Promise.withResolvers<Rendering>()
    const render = vi.fn<Renderer['render']>(() => slow.promise)
    const options = { api: app, trustProxy: ['127.0.0.1'], createRenderer: () => ({ ...renderer(), render }) }
    const origin = await (await portal(options)).listen({ host: '127.0.0.1', port: 0 })
    return {
      render,
      finish: () => slow.resolve(whole),
      // `inject` would pass by the turns of requests.
      async isRendered(address: number, session: unknown = Math.random()) {
        const headers = { accept: 'text/html', cookie: `session=${session}`, 'x-forwarded-for': `203.0.113.${address}` }
        return /id="rendered"/.test(await (await fetch(`${origin}/billing`, { headers })).text())
      },
    }
  }

  test('a page is the frame immediately when as many are in progress as can be rendered in time', async () => {
    const { render, finish, isRendered } = await rendering()
    const onTheirWay = Array.from({ length: 16 }, (_, address) => isRendered(address))
    await expect.poll(() => render.mock.calls.length).toBe(16)
    expect(await isRendered(16)).toBe(false)
    finish()
    expect(await Promise.all(onTheirWay)).not.toContain(false)
    expect(await isRendered(16)).toBe(true)
  })

  test('the pages of a session are rendered one after the other', async () => {
    const { render, isRendered } = await rendering()
    let running = 0
    let most = 0
    render.mockImplementation(async () => {
      running += 1
      most = Math.max(most, running)
      for (let turn = 0; turn < 10; turn += 1) await setImmediate()
      running -= 1
      return whole
    })
    expect(await Promise.all([isRendered(1, 'x'), isRendered(2, 'x'), isRendered(3, 'x')])).toEqual([true, true, true])
    expect(most).toBe(1)
  })

  test('one address has at most four pages in progress', async () => {
    const { render, finish, isRendered } = await rendering()
    const ofOne = Array.from({ length: 4 }, () => isRendered(1))
    await expect.poll(() => render.mock.calls.length).toBe(4)
    expect(await isRendered(1)).toBe(false)
    const ofOther = isRendered(2)
    await expect.poll(() => render.mock.calls.length).toBe(5)
    finish()
    expect(await Promise.all([...ofOne, ofOther, isRendered(1)])).not.toContain(false)
  })
})

test('renders nothing for a request without a body in its response', async () => {
  const { app, requests } = await api()
  const pages = renderer(whole)
  const server = await portal({ api: app, createRenderer: () => pages })
  const headers = { accept: 'text/html', cookie: 'session=x' }
  expect((await server.inject({ method: 'HEAD', url: '/billing', headers })).statusCode).toBe(200)
  expect(pages.render).not.toHaveBeenCalled()
  expect(requests).toEqual([])
})

test('starts with a bundle that fails before the server has its routes, and reports that later', async () => {
  const { app } = await api()
  const reported = Promise.withResolvers<unknown>()
  app.post('/api/v1/telemetry', async ({ body }) => reported.resolve(body))
  const server = await portal({
    api: app,
    createRenderer: ({ onFailure }) => ({
      ...renderer(whole),
      async prepare() {
        onFailure({
          remote: 'mfe-tips',
          version: '1',
          reason: 'threw',
          error: new RenderFailure('threw', 'mfe-tips', 'no page'),
        })
        // Whatever that has begun goes on.
        await setImmediate()
      },
    }),
  })
  expect((await open(server)).isRendered).toBe(true)
  expect(await reported.promise).toMatchObject({ events: [{ remote: 'mfe-tips', message: 'no page' }] })
})
