import { execFileSync } from 'node:child_process'
import { cpSync, linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fileAddress, serverFile, sourceMapsFile, sourcesFile, toIntegrity } from '../../bundler/release.ts'
import { dist, eachWithReleases, only, open, payouts, point, portal, publish, shell, tips } from '../testing/portal.ts'

eachWithReleases()

test('lets browsers cache files of releases forever, and pages not at all', async () => {
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

test('compresses files and pages when the browser supports it', async () => {
  writeFileSync(join(dist, 'releases/mfe-tips/t1/tips.js.br'), brotliCompressSync('/* tips.js */'))
  const server = await portal()
  const headers = { 'accept-encoding': 'gzip, deflate, br', accept: 'text/html' }
  const file = await server.inject({ url: '/releases/mfe-tips/t1/tips.js', headers })
  expect(file.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(file.rawPayload).toString()).toBe('/* tips.js */')
  const page = await server.inject({ url: '/', headers })
  expect(page.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(page.rawPayload).toString()).toContain('id="registry"')
})

test('serves no page and no picture from the folder of releases, because it would run as the portal', async () => {
  const server = await portal()
  for (const file of ['page.html', 'picture.svg', 'sheet.xml', 'page']) {
    writeFileSync(join(dist, 'releases/mfe-tips/t1', file), '<script>alert(1)</script>')
    const response = await server.inject({ url: `/releases/mfe-tips/t1/${file}`, headers: { accept: 'text/html' } })
    expect([response.statusCode, response.body]).toEqual([404, expect.not.stringContaining('alert')])
  }
  expect((await server.inject('/releases/mfe-tips/t1/release.json')).statusCode).toBe(200)
})

const secret = () => join(dist, 'secrets.json')
const ofTips = (file: string) => join(dist, 'releases/mfe-tips', file)

test.each<[string, string, () => void]>([
  ['a link that release.json does not name', 't1/x.json', () => symlinkSync(secret(), ofTips('t1/x.json'))],
  ['a link in place of a file', 't1/tips.js', () => symlinkSync(secret(), ofTips('t1/tips.js'))],
  ['a link in place of a compressed file', 't1/tips.js', () => symlinkSync(secret(), ofTips('t1/tips.js.br'))],
  ['a hard link', 't1/x.json', () => linkSync(secret(), ofTips('t1/x.json'))],
  ['a hard link in place of a file', 't1/tips.js', () => linkSync(secret(), ofTips('t1/tips.js'))],
  ['a link to a folder', 'link/secrets.json', () => symlinkSync(dist, ofTips('link'))],
  [
    'a link to release.json',
    't9/release.json',
    () => {
      mkdirSync(ofTips('t9'))
      symlinkSync(secret(), ofTips('t9/release.json'))
    },
  ],
  [
    'a hard link to release.json',
    't9/release.json',
    () => {
      mkdirSync(ofTips('t9'))
      linkSync(secret(), ofTips('t9/release.json'))
    },
  ],
  ['another file of the folder', 't1/x.js', () => writeFileSync(ofTips('t1/x.js'), 'secret')],
  ['a file of another content', 't1/tips.js', () => writeFileSync(ofTips('t1/tips.js'), 'secret')],
  ['a release of another version', 'T1/x.js', () => cpSync(ofTips('t1'), ofTips('T1'), { recursive: true })],
  ['a folder', 't1/x.js', () => mkdirSync(ofTips('t1/x.js'))],
  ['a pipe', 't1/x.js', () => execFileSync('sh', ['-c', 'mkfifo "$0"', ofTips('t1/x.js')])],
])('does not serve %s', async (_, file, prepare) => {
  writeFileSync(secret(), '{"secret":true}')
  const server = await portal()
  if (file === 't1/tips.js') rmSync(ofTips(file))
  prepare()
  const headers = { 'accept-encoding': 'br' }
  const { statusCode, body } = await server.inject({ url: `/releases/mfe-tips/${file}`, headers })
  expect([statusCode, body]).toEqual([404, 'Not Found\n'])
})

test('serves a file until it is another one', async () => {
  const server = await portal()
  const request = () => server.inject('/releases/mfe-tips/t1/tips.js')
  expect((await request()).body).toBe('/* tips.js */')
  rmSync(ofTips('t1/tips.js'))
  symlinkSync(ofTips('t1/release.json'), ofTips('t1/tips.js'))
  expect((await request()).statusCode).toBe(404)
})

test('serves neither source maps nor sources', async () => {
  const server = await portal()
  for (const file of [sourceMapsFile, sourcesFile, serverFile, 'tips.js.map']) {
    writeFileSync(join(dist, 'releases/mfe-tips/t1', file), '{}')
    expect((await server.inject(`/releases/mfe-tips/t1/${file}`)).statusCode).toBe(404)
  }
})

test.each([
  '/releases/mfe-tips/t1/nothing.js',
  '/releases/mfe-tips/t2/entry.js',
  '/releases/../registry/000000001.json',
  '/releases/%2e%2e/registry/000000001.json',
  '/apple-touch-icon-precomposed.png',
])('responds to %s with 404 and no page', async (url) => {
  const server = await portal()
  const response = await server.inject({ url, headers: { accept: 'text/html,*/*' } })
  expect(response.statusCode).toBe(404)
  expect(response.headers['content-type']).not.toContain('html')
})

test('responds with no page to a request for something else', async () => {
  const server = await portal()
  const anything = { accept: '*/*' }
  expect((await server.inject({ url: '/login', headers: anything })).body).toContain('id="registry"')
  expect((await server.inject({ url: '/nowhere', headers: anything })).statusCode).toBe(404)
  expect((await server.inject({ url: '/out', headers: { accept: 'application/json' } })).statusCode).toBe(404)
  expect((await server.inject({ url: '/', method: 'POST' })).statusCode).toBe(404)
  expect((await server.inject('/robots.txt')).body).toContain('User-agent')
  expect((await server.inject('/favicon.svg')).headers['content-type']).toContain('svg')
  expect((await server.inject('/favicon.ico')).headers['content-type']).toContain('icon')
})

test('changes the service worker with each release, and lists in it what the pages need that open without a network', async () => {
  const server = await portal()
  expect((await server.inject('/sw.js')).statusCode).toBe(404)

  const offline = {
    ...tips.manifest,
    routes: tips.manifest.routes.map((route) => ({ ...route, offline: route.path === '/', slots: ['tips.actions'] })),
  }
  const files = {
    ...shell.files,
    'worker.js': toIntegrity('/* worker.js */'),
    'entry-pages.js': 'sha256-entry',
  }
  const withWorker = { ...shell, version: 's2', files, serviceWorker: 'worker.js' }
  const release = async (version: string) => {
    await point({
      shell: only(publish(withWorker)),
      'mfe-tips': only(
        publish({ ...tips, version, manifest: offline, files: { ...tips.files, 'later.js': 'sha256-later' } }),
      ),
      'mfe-payouts': only(publish(payouts)),
    })
    await expect
      .poll(async () => (await server.inject('/sw.js')).body)
      .toContain(`/releases/mfe-tips/${version}/entry.js`)
    return server.inject('/sw.js')
  }
  const { body, headers } = await release('t2')
  expect(headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
  expect(body.split('\n').at(-1)).toBe('/* worker.js */')
  const unchanged = { 'if-none-match': String(headers.etag), 'accept-encoding': 'br' }
  expect((await server.inject({ url: '/sw.js', headers: unchanged })).statusCode).toBe(304)
  const manifestIn = (script: string) =>
    JSON.parse(/^self\.precacheManifest = self\.offlineKit = (.*);$/m.exec(script)?.[1] ?? '')
  const manifest = manifestIn(body)
  expect(manifest.sections).toEqual(['out', '', 'billing'])
  const hrefs = manifest.files.map(({ href }: { href: string }) => href)
  expect(hrefs).toContain(fileAddress(shell, 'main.css'))
  const ofTips = hrefs.filter((href: string) => href.includes('mfe-tips'))
  expect(ofTips).toEqual(['entry.js', 'tips.js', 'later.js'].map((file) => `/releases/mfe-tips/t2/${file}`))
  // It has no page for that, and fills a slot of one.
  const ofPayouts = hrefs.filter((href: string) => href.includes('mfe-payouts'))
  expect(ofPayouts).toEqual(['/releases/mfe-payouts/p1/entry.js', '/releases/mfe-payouts/p1/actions.js'])
  // Without a network no user can sign in.
  expect(hrefs.join()).not.toContain('entry-pages')
  expect(manifestIn((await release('t3')).body).name).not.toBe(manifest.name)

  // No browser would see that it is another one.
  writeFileSync(join(dist, 'releases/shell/s2/worker.js'), 'injected')
  expect((await server.inject('/sw.js')).body).toBe('Internal Server Error\n')
})

test('serves the manifest and the icons of the installed app', async () => {
  const server = await portal()
  expect((await open(server, '/')).body).toContain('<link rel="manifest" href="/manifest.webmanifest">')
  const response = await server.inject('/manifest.webmanifest')
  expect(response.headers['content-type']).toBe('application/manifest+json')
  const { icons, shortcuts } = response.json<{ icons: { src: string }[]; shortcuts: { url: string }[] }>()
  for (const icon of [...icons, { src: '/apple-touch-icon.png' }]) {
    expect((await server.inject(icon.src)).headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=86400',
    })
  }
  expect(shortcuts.map(({ url }) => url)).toEqual(['/out', '/billing'])
})
