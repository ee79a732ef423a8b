import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dropOldKits, packKit } from './kits.ts'
import { openPage } from './page.ts'
import { isReleaseFile, releaseFile } from './release-file.ts'
import { asks, FakeBrowser, kit, noNetwork } from './testing/fake-network.ts'

const file = '/releases/shell/0123456789ab/main.js'
let browser: FakeBrowser

beforeEach(() => {
  browser = new FakeBrowser()
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const textOf = async (answer: Promise<Response>) => (await answer).text()

test('a page comes from the network, which knows of the latest release', async () => {
  browser.kits.set('kit-2', new Map([['/', 'kept']]))
  browser.answers.set('/billing', 'new')
  expect(await textOf(openPage(asks('/billing'), kit))).toBe('new')
})

test.each([
  ['there is no network', noNetwork],
  ['the server behind the proxy is away', () => 502],
])('the kept page is opened where %s', async (_, answer) => {
  browser.kits.set('kit-2', new Map([['/', 'kept']]))
  browser.answers.set('/billing', answer())
  expect(await textOf(openPage(asks('/billing'), kit))).toBe('kept')
})

test('a network that does not answer in 3.5 seconds is not waited for', async () => {
  vi.useFakeTimers()
  browser.kits.set('kit-2', new Map([['/', 'kept']]))
  browser.answers.set('/', new Promise(() => {}))
  let shown = 'nothing yet'
  const opened = textOf(openPage(asks('/'), kit)).then((text) => {
    shown = text
  })
  await vi.advanceTimersByTimeAsync(3400)
  expect(shown).toBe('nothing yet')
  await vi.advanceTimersByTimeAsync(100)
  await opened
  expect(shown).toBe('kept')
})

test('a refusal of the server is shown, not hidden behind the kept page', async () => {
  browser.kits.set('kit-2', new Map([['/', 'kept']]))
  browser.answers.set('/', 500)
  expect((await openPage(asks('/'), kit)).status).toBe(500)
})

test('with nothing kept the failure is the browser’s to show', async () => {
  browser.answers.set('/', noNetwork())
  await expect(openPage(asks('/'), kit)).rejects.toThrow('Failed to fetch')
})

test('a kept file is not asked for again, be it of an older kit', async () => {
  browser.kits.set('kit-1', new Map([[file, 'kept']]))
  expect(await textOf(releaseFile(asks(file), kit))).toBe('kept')
  expect(browser.asked).toEqual([])
})

test('what is asked for once is there the next time', async () => {
  browser.answers.set(file, 'code')
  const event = asks(file)
  expect(await textOf(releaseFile(event, kit))).toBe('code')
  await event.done()
  browser.answers.set(file, noNetwork())
  expect(await textOf(releaseFile(asks(file), kit))).toBe('code')
})

test('what the page could not use is asked for anew and takes the old one’s place', async () => {
  browser.kits.set('kit-2', new Map([[file, 'broken']]))
  browser.answers.set(file, 'whole')
  const event = asks(`${file}?attempt=2`)
  expect(await textOf(releaseFile(event, kit))).toBe('whole')
  await event.done()
  expect(await textOf(releaseFile(asks(file), kit))).toBe('whole')
})

test('without a network the kept file serves later attempts too', async () => {
  browser.kits.set('kit-2', new Map([[file, 'kept']]))
  browser.answers.set(file, noNetwork())
  expect(await textOf(releaseFile(asks(`${file}?attempt=2`), kit))).toBe('kept')
})

test('a missing file is not kept', async () => {
  const event = asks(file)
  expect((await releaseFile(event, kit)).status).toBe(404)
  await event.done()
  expect(browser.kits.get('kit-2')?.has(file) ?? false).toBe(false)
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
  browser.answers.set('/', 'page').set(file, 'code')
  await packKit(kit)
  expect(browser.kits.get('kit-2')).toEqual(
    new Map([
      ['/', 'page'],
      [file, 'code'],
    ]),
  )
})

test('a kit that does not come whole is not taken', async () => {
  browser.answers.set('/', 'page')
  await expect(packKit(kit)).rejects.toThrow(file)
})

test('of the older kits the last one stays, for tabs that still run it', async () => {
  for (const name of ['kit-0', 'kit-1', 'kit-2']) browser.kits.set(name, new Map())
  await dropOldKits(kit)
  expect([...browser.kits.keys()]).toEqual(['kit-1', 'kit-2'])
})
