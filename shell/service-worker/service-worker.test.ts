import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage } from './page.ts'
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

const textOf = async (response: Promise<Response>) => (await response).text()

test('a page comes from the network, which knows of the latest release', async () => {
  browser.precaches.set('kit-2', new Map([['/', 'kept']]))
  browser.responses.set('/billing', 'new')
  expect(await textOf(openPage(fetchEvent('/billing'), precache))).toBe('new')
})

test.each([
  ['there is no network', noNetwork],
  ['the server behind the proxy is away', () => 502],
])('the kept page is opened where %s', async (_, response) => {
  browser.precaches.set('kit-2', new Map([['/', 'kept']]))
  browser.responses.set('/billing', response())
  expect(await textOf(openPage(fetchEvent('/billing'), precache))).toBe('kept')
})

test('a network that does not answer in 3.5 seconds is not waited for', async () => {
  vi.useFakeTimers()
  browser.precaches.set('kit-2', new Map([['/', 'kept']]))
  browser.responses.set('/', new Promise(() => {}))
  let shown = 'nothing yet'
  const opened = textOf(openPage(fetchEvent('/'), precache)).then((text) => {
    shown = text
  })
  await vi.advanceTimersByTimeAsync(3400)
  expect(shown).toBe('nothing yet')
  await vi.advanceTimersByTimeAsync(100)
  await opened
  expect(shown).toBe('kept')
})

test('a refusal of the server is shown, not hidden behind the kept page', async () => {
  browser.precaches.set('kit-2', new Map([['/', 'kept']]))
  browser.responses.set('/', 500)
  expect((await openPage(fetchEvent('/'), precache)).status).toBe(500)
})

test('with nothing kept the failure is the browser’s to show', async () => {
  browser.responses.set('/', noNetwork())
  await expect(openPage(fetchEvent('/'), precache)).rejects.toThrow('Failed to fetch')
})

test('a kept file is not asked for again, be it of an older kit', async () => {
  browser.precaches.set('kit-1', new Map([[file, 'kept']]))
  expect(await textOf(releaseFile(fetchEvent(file), precache))).toBe('kept')
  expect(browser.requests).toEqual([])
})

test('what is asked for once is there the next time', async () => {
  browser.responses.set(file, 'code')
  const event = fetchEvent(file)
  expect(await textOf(releaseFile(event, precache))).toBe('code')
  await event.done()
  browser.responses.set(file, noNetwork())
  expect(await textOf(releaseFile(fetchEvent(file), precache))).toBe('code')
})

test('what the page could not use is asked for anew and takes the old one’s place', async () => {
  browser.precaches.set('kit-2', new Map([[file, 'broken']]))
  browser.responses.set(file, 'whole')
  const event = fetchEvent(`${file}?attempt=2`)
  expect(await textOf(releaseFile(event, precache))).toBe('whole')
  await event.done()
  expect(await textOf(releaseFile(fetchEvent(file), precache))).toBe('whole')
})

test('without a network the kept file serves later attempts too', async () => {
  browser.precaches.set('kit-2', new Map([[file, 'kept']]))
  browser.responses.set(file, noNetwork())
  expect(await textOf(releaseFile(fetchEvent(`${file}?attempt=2`), precache))).toBe('kept')
})

test('a missing file is not kept', async () => {
  const event = fetchEvent(file)
  expect((await releaseFile(event, precache)).status).toBe(404)
  await event.done()
  expect(browser.precaches.get('kit-2')?.has(file) ?? false).toBe(false)
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

test('a kit is packed with its page', async () => {
  browser.responses.set('/', 'page').set(file, 'code')
  await fillPrecache(precache)
  expect(browser.precaches.get('kit-2')).toEqual(
    new Map([
      ['/', 'page'],
      [file, 'code'],
    ]),
  )
})

test('a kit that does not come whole is not taken', async () => {
  browser.responses.set('/', 'page')
  await expect(fillPrecache(precache)).rejects.toThrow(file)
})

test('of the older kits the last one stays, for tabs that still run it', async () => {
  for (const name of ['kit-0', 'kit-1', 'kit-2']) browser.precaches.set(name, new Map())
  await deleteOldPrecaches(precache)
  expect([...browser.precaches.keys()]).toEqual(['kit-1', 'kit-2'])
})
