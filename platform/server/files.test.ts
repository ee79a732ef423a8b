import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fileAddress, integrityOf, serverFile, sourceMapsFile, sourcesFile } from '../bundler/release.ts'
import { dist, eachWithReleases, only, open, payouts, point, portal, publish, shell, tips } from './testing/portal.ts'

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

test('serves no page and no picture from the folder of releases, because it would run as the portal', async () => {
  const server = await portal()
  for (const file of ['page.html', 'picture.svg', 'sheet.xml', 'page']) {
    writeFileSync(join(dist, 'releases/mfe-tips/t1', file), '<script>alert(1)</script>')
    const response = await server.inject({ url: `/releases/mfe-tips/t1/${file}`, headers: { accept: 'text/html' } })
    expect(response.body).toBe('Not found\n')
  }
  expect((await server.inject('/releases/mfe-tips/t1/release.json')).statusCode).toBe(200)
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

test('changes the service worker with each release, and lists in it all files for a start without a network', async () => {
  const server = await portal()
  expect((await server.inject('/sw.js')).statusCode).toBe(404)

  const offline = {
    ...tips.manifest,
    routes: tips.manifest.routes.map((route) => ({ ...route, offline: true, slots: ['tips.actions'] })),
  }
  const files = {
    ...shell.files,
    'worker.js': integrityOf('/* worker.js */'),
    'entry-pages.js': 'sha256-entry',
  }
  const withWorker = { ...shell, version: 's2', files, serviceWorker: 'worker.js' }
  const release = async (version: string) => {
    await point({
      shell: only(publish(withWorker)),
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
  expect(body.split('\n').at(-1)).toBe('/* worker.js */')
  const unchanged = { 'if-none-match': String(headers.etag), 'accept-encoding': 'br' }
  expect((await server.inject({ url: '/sw.js', headers: unchanged })).statusCode).toBe(304)
  const manifestIn = (script: string) =>
    JSON.parse(/^self\.precacheManifest = self\.offlineKit = (.*);$/m.exec(script)?.[1] ?? '')
  const manifest = manifestIn(body)
  expect(manifest.sections).toEqual(['out', '', 'billing'])
  const hrefs = manifest.files.map(({ href }: { href: string }) => href)
  expect(hrefs).toContain(fileAddress(shell, 'main.css'))
  expect(hrefs).toContain('/releases/mfe-tips/t2/billing.js')
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
