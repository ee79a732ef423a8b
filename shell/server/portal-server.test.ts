import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { folderStore } from '@portal/shared/release/folder-store'
import {
  integrityOf,
  type RegisteredName,
  type RegistryFile,
  type ReleasePointer,
} from '@portal/shared/release/registry-file'
import type { RemoteReleaseFile, ShellReleaseFile } from '@portal/shared/release/release'
import type { Releases } from '@portal/shared/release/releases'
import { writeRegistry } from '@portal/shared/release/signature'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPortalServer, type PortalOptions } from './portal-server.ts'

const built = { builtAt: '2026-11-21T00:00:00.000Z', shared: {} }
const shell: ShellReleaseFile = {
  ...built,
  name: 'shell',
  version: 's1',
  files: { 'main.js': 'sha256-main', 'main.css': 'sha256-css', 'host.js': 'sha256-host', 'ui.js': 'sha256-ui' },
  scripts: ['main.js'],
  css: ['main.css'],
  host: ['host.js'],
  provides: { '@portal/shared/ui/button': ['ui.js'], '@portal/shared/ui/sheet': ['sheet.js'] },
  gives: {},
  addresses: [],
  routes: [{ path: '/login', title: 'Вход', layout: 'centred-card' }],
}
const tips: RemoteReleaseFile = {
  ...built,
  name: 'mfe-tips',
  version: 't1',
  files: { 'entry.js': 'sha256-entry', 'tips.js': 'sha256-tips', 'billing.js': 'sha256-billing' },
  entry: 'entry.js',
  container: 'mfe_tips_t1',
  manifest: {
    name: 'mfe-tips',
    paths: ['/', '/billing'],
    routes: [
      { path: '/', title: 'Чаевые', layout: 'main' },
      { path: '/billing', title: 'Операции </script><script>', layout: 'main' },
    ],
    menu: [],
  },
  pages: {
    '/': { files: ['tips.js'], consumes: ['@portal/shared/ui/button', 'react'] },
    '/billing': { files: ['billing.js'], consumes: [] },
  },
  uses: {},
  addresses: [],
  bytes: {},
  budget: { entry: 7000, page: 10_000 },
}

let dist: string
let sequence: number
const servers: FastifyInstance[] = []

beforeEach(async () => {
  sequence = 0
  dist = mkdtempSync(join(tmpdir(), 'portal-'))
  const names = { shell: only(publish(shell)), 'mfe-tips': only(publish(tips)) }
  await point(names)
})

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
  rmSync(dist, { recursive: true })
})

function publish(release: ShellReleaseFile | RemoteReleaseFile): ReleasePointer {
  const folder = join(dist, 'releases', release.name, release.version)
  mkdirSync(folder, { recursive: true })
  for (const file of Object.keys(release.files ?? {})) writeFileSync(join(folder, file), `/* ${file} */`)
  const text = JSON.stringify(release)
  writeFileSync(join(folder, 'release.json'), text)
  return { version: release.version, integrity: integrityOf(text), at: release.builtAt }
}

function only(current: ReleasePointer): RegisteredName {
  return { current, history: [] }
}

async function point(names: RegistryFile['names'], signingKey?: KeyObject): Promise<void> {
  sequence += 1
  const registry = { sequence, at: built.builtAt, reason: 'test', names }
  await folderStore(dist).addRegistry(sequence, writeRegistry(registry, signingKey))
}

async function portal(options: PortalOptions = {}, trust: Partial<Releases> = {}): Promise<FastifyInstance> {
  const releases = { store: folderStore(dist), filesFolder: join(dist, 'releases'), ...trust }
  const server = await createPortalServer({ releases, ...options })
  servers.push(server)
  return server
}

async function open(server: FastifyInstance, url: string, cookie = 'session=x') {
  return server.inject({ url, headers: { accept: 'text/html,*/*', cookie } })
}

function preloadsIn(html: string): string[] {
  return [...html.matchAll(/<link rel="preload-next"[^>]* href="([^"]+)"/g)].map(([, href]) => href ?? '')
}

test('a page is sent with a policy that runs only its own scripts', async () => {
  const server = await portal()
  const pages = await Promise.all([open(server, '/'), open(server, '/')])
  const nonces = pages.map((page) => {
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("'strict-dynamic'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toMatch(/unsafe-(inline|eval)/)
    const nonce = /script-src[^;]*'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    const scripts = [...page.body.matchAll(/<script(?! type="application\/json")([^>]*)>/g)]
    expect(scripts.length).toBeGreaterThan(1)
    for (const [, attributes] of scripts) expect(attributes).toContain(`nonce="${nonce}"`)
    return nonce
  })
  expect(nonces[0]).not.toBe(nonces[1])
  expect(pages[0].headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cache-control': 'no-cache',
  })
  expect(pages[0].headers['strict-transport-security']).toBeUndefined()
})

test('over https the browser is told to stay there', async () => {
  expect((await open(await portal({ tls: true }), '/')).headers['strict-transport-security']).toContain('max-age')
})

test('the browser is told where to report what the policy has kept from a page', async () => {
  const [plain, secure] = [await open(await portal(), '/'), await open(await portal({ tls: true }), '/')]
  for (const { headers } of [plain, secure]) {
    expect(headers['content-security-policy']).toContain('report-uri /api/v1/telemetry/csp')
  }
  // Over http no browser reports so, and it would not report in the old way either.
  expect(plain.headers['content-security-policy']).not.toContain('report-to')
  expect(secure.headers['content-security-policy']).toContain('report-to csp')
  expect(secure.headers['reporting-endpoints']).toBe('csp="/api/v1/telemetry/csp"')
})

test('the card form alone is shown in frames, of the sites on the list', async () => {
  const ancestorsOf = (page: { headers: Record<string, unknown> }) =>
    /frame-ancestors ([^;]+)/.exec(String(page.headers['content-security-policy']))?.[1]
  const originsIn = (html: string) => /id="card-form-origins">(.*?)<\/script>/s.exec(html)?.[1]

  const server = await portal({ cardFormOrigins: ['https://shop.example', 'https://cafe.example'] })
  const form = await open(server, '/cards/card-form', '')
  expect(ancestorsOf(form)).toBe('https://shop.example https://cafe.example')
  expect(form.headers['x-frame-options']).toBeUndefined()
  expect(originsIn(form.body)).toBe('["https://shop.example","https://cafe.example"]')
  for (const url of ['/', '/cards/card-form/', '/cards/card-form/x', '/login']) {
    const page = await open(server, url)
    expect([url, ancestorsOf(page), page.headers['x-frame-options'], originsIn(page.body)]).toEqual([
      url,
      "'none'",
      'DENY',
      undefined,
    ])
  }

  const closed = await open(await portal(), '/cards/card-form')
  expect(ancestorsOf(closed)).toBe("'none'")
  expect(closed.headers['x-frame-options']).toBe('DENY')
  expect(originsIn(closed.body)).toBe('[]')
})

test('a page asks at once for all that its route needs, and for nothing else', async () => {
  const server = await portal()
  expect(preloadsIn((await open(server, '/')).body)).toEqual([
    '/releases/shell/s1/host.js',
    '/releases/shell/s1/ui.js',
    '/releases/mfe-tips/t1/entry.js',
    '/releases/mfe-tips/t1/tips.js',
  ])
  expect(preloadsIn((await open(server, '/billing')).body)).toContain('/releases/mfe-tips/t1/billing.js')
  expect(preloadsIn((await open(server, '/login')).body)).toEqual([])
})

test('without a session neither data nor pages are asked for before the login', async () => {
  const server = await portal()
  const page = await open(server, '/', '')
  expect(preloadsIn(page.body)).toEqual([])
  expect(page.body).toContain('})(false)</script>')
  expect((await open(server, '/')).body).toContain('})(true)</script>')
  expect((await open(server, '/', '__Host-session=x')).body).toContain('})(true)</script>')
})

test('the registry in the page cannot end its script, nor the title its element', async () => {
  const { body } = await open(await portal(), '/billing')
  expect(body).toContain('<title>Операции &lt;/script>&lt;script> — Чаевые</title>')
  const json = /<script type="application\/json" id="registry">(.*?)<\/script>/s.exec(body)?.[1] ?? ''
  expect(JSON.parse(json).remotes['mfe-tips'].current).toMatchObject({
    version: 't1',
    base: '/releases/mfe-tips/t1/',
    container: 'mfe_tips_t1',
    files: { 'entry.js': 'sha256-entry' },
    manifest: { routes: [{ path: '/' }, { title: 'Операции </script><script>' }] },
  })
})

test('a page that nobody has is 404, drawn by the shell', async () => {
  const page = await open(await portal(), '/nowhere')
  expect(page.statusCode).toBe(404)
  expect(page.body).toContain('/releases/shell/s1/main.js')
})

test('files of releases are kept by browsers for ever, pages are asked for anew', async () => {
  const server = await portal()
  const file = await server.inject('/releases/mfe-tips/t1/tips.js')
  expect(file.body).toBe('/* tips.js */')
  expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(file.headers['x-content-type-options']).toBe('nosniff')
  const again = await server.inject({
    url: '/releases/mfe-tips/t1/tips.js',
    headers: { 'if-none-match': String(file.headers.etag) },
  })
  expect(again.statusCode).toBe(304)
})

test('files and pages travel compressed where the browser can', async () => {
  writeFileSync(join(dist, 'releases/mfe-tips/t1/tips.js.br'), 'compressed by the build')
  const server = await portal()
  const headers = { 'accept-encoding': 'gzip, deflate, br', accept: 'text/html' }
  const file = await server.inject({ url: '/releases/mfe-tips/t1/tips.js', headers })
  expect(file.headers['content-encoding']).toBe('br')
  expect(file.body).toBe('compressed by the build')
  const page = await server.inject({ url: '/', headers })
  expect(page.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(page.rawPayload).toString()).toContain('id="registry"')
})

test.each([
  '/releases/mfe-tips/t1/nothing.js',
  '/releases/mfe-tips/t2/entry.js',
  '/releases/../registry/000000001.json',
  '/releases/%2e%2e/registry/000000001.json',
  '/apple-touch-icon-precomposed.png',
])('%s is 404 and not a page', async (url) => {
  const server = await portal()
  const response = await server.inject({ url, headers: { accept: 'text/html,*/*' } })
  expect(response.statusCode).toBe(404)
  expect(response.headers['content-type']).not.toContain('html')
})

test('what is not asked for as a page is not answered with one', async () => {
  const server = await portal()
  expect((await server.inject({ url: '/out', headers: { accept: 'application/json' } })).statusCode).toBe(404)
  expect((await server.inject({ url: '/', method: 'POST' })).statusCode).toBe(404)
  expect((await server.inject('/robots.txt')).body).toContain('User-agent')
  expect((await server.inject('/favicon.svg')).headers['content-type']).toContain('svg')
})

test('the service worker is another script after each release, and names all that a start without a network needs', async () => {
  const server = await portal()
  expect((await server.inject('/sw.js')).statusCode).toBe(404)

  const offline = { ...tips.manifest, routes: tips.manifest.routes.map((route) => ({ ...route, offline: true })) }
  const payouts = {
    ...tips,
    name: 'mfe-payouts',
    manifest: { ...tips.manifest, routes: [{ path: '/out/:id', title: 'Вывод средств', layout: 'main' as const }] },
  }
  const release = async (version: string) => {
    await point({
      shell: only(publish({ ...shell, version: 's2', serviceWorker: 'ui.js' })),
      'mfe-tips': only(publish({ ...tips, version, manifest: offline })),
      'mfe-payouts': only(publish(payouts)),
    })
    await expect
      .poll(async () => (await server.inject('/sw.js')).body)
      .toContain(`/releases/mfe-tips/${version}/entry.js`)
    return server.inject('/sw.js')
  }
  const { body, headers } = await release('t2')
  expect(headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
  expect(body).toContain("importScripts('/releases/shell/s2/ui.js')")
  const kitIn = (script: string) => JSON.parse(/^self\.offlineKit = (.*)$/m.exec(script)?.[1] ?? '')
  const kit = kitIn(body)
  expect(kit.sections).toEqual(['', 'billing', 'out'])
  const hrefs = kit.files.map(({ href }: { href: string }) => href)
  expect(hrefs).toContain('/releases/shell/s2/main.css')
  expect(hrefs).toContain('/releases/mfe-tips/t2/billing.js')
  expect(hrefs.join()).not.toContain('mfe-payouts')
  expect(kitIn((await release('t3')).body).name).not.toBe(kit.name)
})

test('the portal can be installed: its manifest and icons are there', async () => {
  const server = await portal()
  expect((await open(server, '/')).body).toContain('<link rel="manifest" href="/manifest.webmanifest">')
  const answer = await server.inject('/manifest.webmanifest')
  expect(answer.headers['content-type']).toBe('application/manifest+json')
  const { icons, shortcuts } = answer.json<{ icons: { src: string }[]; shortcuts: { url: string }[] }>()
  for (const icon of [...icons, { src: '/apple-touch-icon.png' }]) {
    expect((await server.inject(icon.src)).headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=86400',
    })
  }
  expect(shortcuts.map(({ url }) => url)).toEqual(['/out', '/billing'])
})

test('a new registry is live without a restart', async () => {
  const server = await portal()
  expect((await open(server, '/')).body).toContain('/releases/mfe-tips/t1/entry.js')
  const next = publish({ ...tips, version: 't2', container: 'mfe_tips_t2' })
  await point({ shell: only(publish(shell)), 'mfe-tips': { current: next, history: [publish(tips)] } })
  const { body } = await afterward(server, (page) => page.includes('"sequence":2'))
  expect(preloadsIn(body)).toContain('/releases/mfe-tips/t2/entry.js')
  expect(preloadsIn(body)).not.toContain('/releases/mfe-tips/t1/entry.js')
  expect(body).toContain('"previous":{"version":"t1"')
})

async function afterward(server: FastifyInstance, isSo: (page: string) => boolean) {
  return vi.waitFor(async () => {
    const page = await open(server, '/')
    if (!isSo(page.body)) throw new Error('not yet')
    return page
  })
}

/** What the portal said when it refused a registry; pages are as before. */
async function refusal(names: RegistryFile['names'], trust: Partial<Releases> = {}, signedBy?: KeyObject) {
  const said: string[] = []
  const log = Fastify({ logger: { stream: { write: (line: string) => void said.push(line) } } })
  servers.push(log)
  const server = await portal({ api: log }, trust)
  await point(names, signedBy)
  const line = await vi.waitFor(() => {
    const found = said.find((one) => one.includes('refused'))
    if (!found) throw new Error('nothing was refused')
    return found
  })
  expect((await open(server, '/')).body).toContain('/releases/mfe-tips/t1/entry.js')
  return line
}

test('a registry that names what is not there is refused', async () => {
  const missing = { version: 'missing', integrity: 'sha256-', at: '' }
  expect(await refusal({ shell: only(missing) })).toContain('Release missing of shell is not there')
})

test('a release that is not what was registered is refused', async () => {
  const altered = { ...publish(tips), integrity: integrityOf('something else') }
  const line = await refusal({ shell: only(publish(shell)), 'mfe-tips': only(altered) })
  expect(line).toContain('Release t1 of mfe-tips is not as the registry says')
})

test('a registry that is not signed by the portal’s key is refused', async () => {
  const owner = generateKeyPairSync('ed25519')
  const names = { shell: only(publish(shell)), 'mfe-tips': only(publish(tips)) }
  await point(names, owner.privateKey)
  const next = { ...names, 'mfe-tips': only(publish({ ...tips, version: 't2' })) }
  const trust = { publicKey: owner.publicKey }
  expect(await refusal(next, trust, generateKeyPairSync('ed25519').privateKey)).toContain('not signed by the key')
  await point(names, owner.privateKey)
  expect(await refusal(next, trust)).toContain('not signed by the key')
})

test('each registry that is refused is told of once, however many there are', async () => {
  const owner = generateKeyPairSync('ed25519')
  const names = { shell: only(publish(shell)), 'mfe-tips': only(publish(tips)) }
  await point(names, owner.privateKey)
  const refused: number[] = []
  const write = (line: string) => {
    const entry = JSON.parse(line)
    if (entry.msg.includes('refused')) refused.push(entry.sequence)
  }
  const log = Fastify({ logger: { stream: { write } } })
  servers.push(log)
  await portal({ api: log }, { publicKey: owner.publicKey })
  for (const unsigned of [3, 4, 5]) {
    await point(names)
    await vi.waitFor(() => expect(refused).toContain(unsigned))
  }
  expect(refused).toEqual([3, 4, 5])
})

test('a place of releases that cannot be read is told of as such, and pages go on', async () => {
  const said: string[] = []
  const log = Fastify({ logger: { stream: { write: (line: string) => void said.push(line) } } })
  servers.push(log)
  const store = folderStore(dist)
  const server = await portal({ api: log }, { store })
  store.listRegistries = async () => {
    throw new Error('The bucket is away')
  }
  await vi.waitFor(() => expect(said.join()).toContain('The bucket is away'))
  expect(said.join()).toContain('The releases cannot be read')
  expect(said.join()).not.toContain('refused')
  expect((await open(server, '/')).statusCode).toBe(200)
})

test('some browsers get the canary, and keep it; the others have what was there', async () => {
  const server = await portal()
  const next = publish({ ...tips, version: 't2', container: 'mfe_tips_t2' })
  const canary = { ...next, percent: 30 }
  await point({ shell: only(publish(shell)), 'mfe-tips': { ...only(publish(tips)), canary } })
  const { headers } = await afterward(server, (page) => page.includes('"sequence":2'))
  expect(headers['set-cookie']).toMatch(/release_bucket=\d+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
  for (const [bucket, version] of [
    ['29', 't2'],
    ['30', 't1'],
  ] as const) {
    const page = await open(server, '/', `session=x; release_bucket=${bucket}`)
    expect(page.headers['set-cookie']).toBeUndefined()
    expect(preloadsIn(page.body)).toContain(`/releases/mfe-tips/${version}/entry.js`)
  }
})

test('a release that does not fit the shell is neither fallen back to nor tried', async () => {
  const server = await portal()
  const [old, next] = [{ react: '19.3.1' }, { react: '20.0.0' }]
  const before = publish({ ...tips, version: 't2', shared: old })
  const names = (shared: Record<string, string>) => ({
    shell: only(publish({ ...shell, version: `shell-${shared.react}`, shared })),
    'mfe-tips': {
      current: publish({ ...tips, version: `tips-${shared.react}`, shared }),
      history: [before],
      canary: { ...before, percent: 99 },
    },
  })
  const pageWith = async (shared: Record<string, string>) => {
    await point(names(shared))
    await afterward(server, (page) => page.includes(`"sequence":${sequence}`))
    return (await open(server, '/', 'session=x; release_bucket=0')).body
  }
  expect(await pageWith(old)).toContain('/releases/mfe-tips/t2/')
  const page = await pageWith(next)
  expect(page).toContain('/releases/mfe-tips/tips-20.0.0/')
  expect(page).not.toContain('t2')
})

test.each(['in this process', 'in another'])('the API %s answers with its own bodies and headers', async (place) => {
  const api = Fastify()
  api.post('/api/v1/echo', async (request, reply) => {
    reply.header('content-security-policy', "default-src 'self'")
    return { said: request.body }
  })
  const apiUrl = place === 'in another' ? await api.listen({ port: 0 }) : undefined
  servers.push(api)
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

test('a tab that is open can ask which versions are live', async () => {
  const answer = await (await portal()).inject('/registry.json')
  expect(answer.json()).toEqual({ sequence: 1, shell: 's1', remotes: { 'mfe-tips': 't1' } })
  expect(answer.headers['cache-control']).toBe('no-store')
})

const choosePreview = (site: string, preview = 'mfe-tips:4444') => ({
  url: '/preview',
  method: 'POST' as const,
  headers: { 'sec-fetch-site': site, 'content-type': 'application/x-www-form-urlencoded' },
  payload: new URLSearchParams({ preview }).toString(),
})

test('a browser that was told so shows a build of its own machine, the others do not', async () => {
  const server = await portal({ previews: true })
  const asked = await open(server, '/preview?remote=mfe-tips&port=4444')
  expect(asked.body).toContain('сборку mfe-tips с http://localhost:4444')
  const chosen = await server.inject(choosePreview('same-origin'))
  expect(chosen.headers.location).toBe('/')
  expect(chosen.headers['set-cookie']).toBe('preview=mfe-tips%3A4444; Path=/; HttpOnly; SameSite=Strict')

  const page = await open(server, '/', 'session=x; preview=mfe-tips%3A4444')
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("style-src 'self' http://localhost:4444 ")
  expect(policy).toContain("connect-src 'self' http://localhost:4444;")
  expect(page.body).toMatch(/<script src="http:\/\/localhost:4444\/preview\.js"[^>]* nonce="[^"]+"/)
  expect(page.body.indexOf('id="registry"')).toBeLessThan(page.body.indexOf('preview.js'))

  const other = await open(server, '/')
  expect(String(other.headers['content-security-policy'])).not.toContain('localhost')
  expect(other.body).not.toContain('preview.js')
})

test('no other site turns a preview on, and nothing but a port is taken from a browser', async () => {
  const server = await portal({ previews: true })
  for (const site of ['cross-site', 'same-site', 'none']) {
    expect((await server.inject(choosePreview(site))).statusCode).toBe(403)
  }
  for (const preview of ['mfe-tips:4444/evil.example', 'mfe-tips:evil.example', 'shell:4444', 'mfe-tips:99999', '']) {
    expect((await server.inject(choosePreview('same-origin', preview))).statusCode).toBe(403)
    const page = await open(server, '/', `session=x; preview=${encodeURIComponent(preview)}`)
    expect(page.body).not.toContain('preview.js')
  }
})

test('where previews are off there are none', async () => {
  const server = await portal()
  expect((await server.inject(choosePreview('same-origin'))).statusCode).toBe(404)
  const page = await open(server, '/', 'session=x; preview=mfe-tips%3A4444')
  expect(page.body).not.toContain('preview.js')
})
