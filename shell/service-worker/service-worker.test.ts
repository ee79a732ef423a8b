import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isPageWithMenu, openPage } from './page.ts'
import { deleteOldPrecaches, fillPrecache } from './precache.ts'
import { isReleaseFile, releaseFile } from './release-file.ts'
import { FakeBrowser, fetchEvent, noNetwork, precache } from './testing/fake-network.ts'

const file = '/releases/shell/0123456789ab/main.js'
let browser: FakeBrowser

beforeEach(() => {
  browser = new FakeBrowser()
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const responseText = async (response: Promise<Response>) => (await response).text()

test.each([
  ['/', true],
  ['/billing?page=2', true],
  ['/login', false],
  ['/billing?release=mfe-tips@3f2a91c04be7', false],
  ['/billing?page=2&%72elease=', false],
])('%s is a page with the menu, which the worker opens: %s', (path, isPage) => {
  const request = { mode: 'navigate', destination: 'document', url: `https://tips.example${path}` } as Request
  expect(isPageWithMenu(request, precache)).toBe(isPage)
  expect(isPageWithMenu({ ...request, destination: 'iframe' }, precache)).toBe(false)
})

test('the service worker opens the page of the network, which knows of the latest release', async () => {
  browser.precaches.set('precache-2', new Map([['/', 'cached']]))
  browser.responses.set('/billing', 'new')
  expect(await responseText(openPage(fetchEvent('/billing'), precache))).toBe('new')
})

test.each([
  ['there is no network', noNetwork],
  ['the server behind the proxy is away', () => 502],
])('the service worker opens the cached page where %s', async (_, response) => {
  browser.precaches.set('precache-2', new Map([['/', 'cached']]))
  browser.responses.set('/billing', response())
  expect(await responseText(openPage(fetchEvent('/billing'), precache))).toBe('cached')
})

test('the service worker opens the cached page when the network does not respond in 3.5 seconds', async () => {
  vi.useFakeTimers()
  browser.precaches.set('precache-2', new Map([['/', 'cached']]))
  browser.responses.set('/', new Promise(() => {}))
  let shown = 'nothing yet'
  const opened = responseText(openPage(fetchEvent('/'), precache)).then((text) => {
    shown = text
  })
  await vi.advanceTimersByTimeAsync(3400)
  expect(shown).toBe('nothing yet')
  await vi.advanceTimersByTimeAsync(100)
  await opened
  expect(shown).toBe('cached')
})

test('the service worker shows an error of the server instead of the cached page', async () => {
  browser.precaches.set('precache-2', new Map([['/', 'cached']]))
  browser.responses.set('/', 500)
  expect((await openPage(fetchEvent('/'), precache)).status).toBe(500)
})

test('the service worker leaves the failure to the browser when nothing is cached', async () => {
  browser.responses.set('/', noNetwork())
  await expect(openPage(fetchEvent('/'), precache)).rejects.toThrow('Failed to fetch')
})

test('the service worker returns a cached file without a request, also from an older precache', async () => {
  browser.precaches.set('precache-1', new Map([[file, 'cached']]))
  expect(await responseText(releaseFile(fetchEvent(file), precache))).toBe('cached')
  expect(browser.requests).toEqual([])
})

test('the service worker caches a requested file for the next time', async () => {
  browser.responses.set(file, 'code')
  const event = fetchEvent(file)
  expect(await responseText(releaseFile(event, precache))).toBe('code')
  await event.done()
  browser.responses.set(file, noNetwork())
  expect(await responseText(releaseFile(fetchEvent(file), precache))).toBe('code')
})

test('the service worker requests a file again that the page could not use, and replaces the cached one', async () => {
  browser.precaches.set('precache-2', new Map([[file, 'broken']]))
  browser.responses.set(file, 'whole')
  const event = fetchEvent(`${file}?attempt=2`)
  expect(await responseText(releaseFile(event, precache))).toBe('whole')
  await event.done()
  expect(await responseText(releaseFile(fetchEvent(file), precache))).toBe('whole')
})

test('the service worker returns the cached file to later attempts without a network', async () => {
  browser.precaches.set('precache-2', new Map([[file, 'cached']]))
  browser.responses.set(file, noNetwork())
  expect(await responseText(releaseFile(fetchEvent(`${file}?attempt=2`), precache))).toBe('cached')
})

test('the service worker does not cache a missing file', async () => {
  const event = fetchEvent(file)
  expect((await releaseFile(event, precache)).status).toBe(404)
  await event.done()
  expect(browser.precaches.get('precache-2')?.has(file) ?? false).toBe(false)
})

test.each([
  [file, true],
  ['/releases/mfe-tips/0123456789ab/entry.1f.js', true],
  ['/releases/shell/dev/main.js', false],
  ['/api/v1/user/billing', false],
  ['/uploads/0123456789ab/photo.png', false],
])('%s is a file of a release: %s', (path, is) => {
  expect(isReleaseFile(path)).toBe(is)
})

test('the service worker fills the precache with its files and the page', async () => {
  browser.responses.set('/', 'page').set(file, 'code')
  await fillPrecache(precache)
  expect(browser.precaches.get('precache-2')).toEqual(
    new Map([
      ['/', 'page'],
      [file, 'code'],
    ]),
  )
})

test('the service worker loads no file again that an older precache has, but the page', async () => {
  browser.precaches.set('precache-1', new Map([[file, 'cached']]))
  browser.responses.set('/', 'page').set(file, 'code')
  await fillPrecache(precache)
  expect(browser.requests).toEqual(['/'])
  expect(browser.precaches.get('precache-2')?.get(file)).toBe('cached')
})

test('the service worker rejects when a file of the precache does not load', async () => {
  browser.responses.set('/', 'page')
  await expect(fillPrecache(precache)).rejects.toThrow(file)
})

test('the service worker deletes older precaches and leaves the last one, for tabs that still run it', async () => {
  for (const name of ['precache-0', 'precache-1', 'precache-2']) browser.precaches.set(name, new Map())
  await deleteOldPrecaches(precache)
  expect([...browser.precaches.keys()]).toEqual(['precache-1', 'precache-2'])
})
