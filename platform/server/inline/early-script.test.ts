// @vitest-environment happy-dom
// Declares what these scripts add to the window.
import type {} from '@portal/shared/page-protocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fileAddress, releaseBase, toIntegrity } from '../../bundler/release.ts'

const shell = {
  name: 'shell',
  version: 's1',
  files: { 'main.js': toIntegrity('main'), 'telemetry.js': toIntegrity('telemetry') },
}
const registry = {
  shell: { base: releaseBase(shell), files: shell.files },
  remotes: {
    'mfe-tips': {
      current: { base: '/releases/mfe-tips/t2/', files: { 'entry.js': 'sha256-new', 'tips.css': 'sha256-css' } },
      previous: { base: '/releases/mfe-tips/t1/', files: { 'entry.js': 'sha256-old' } },
    },
  },
}

async function openPage(known: object = registry): Promise<void> {
  document.body.innerHTML = `<script type="application/json" id="registry">${JSON.stringify(known)}</script>`
  vi.resetModules()
  await import('./early-script.ts')
}

const appended: (Node | string)[] = []

beforeEach(() => {
  localStorage.clear()
  appended.length = 0
  // Nothing is loaded here.
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => void appended.push(...nodes))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test.each(['/releases/shell/s1/main.js', fileAddress(shell, 'main.js')])(
  'loads %s, a file of the shell, by the address of its content',
  async (url) => {
    await openPage()
    const script = document.createElement('script')
    expect(window.portal.addressFile(script, url)).toBe(true)
    expect(script.src).toBe(location.origin + fileAddress(shell, 'main.js'))
    expect(script.integrity).toBe(shell.files['main.js'])
  },
)

test.each([
  ['/releases/mfe-tips/t2/entry.js', 'sha256-new'],
  ['/releases/mfe-tips/t1/entry.js', 'sha256-old'],
])('loads %s as a script with its own integrity', async (url, integrity) => {
  await openPage()
  const script = document.createElement('script')
  expect(window.portal.addressFile(script, url)).toBe(true)
  expect(script.src).toBe(location.origin + url)
  expect(script.integrity).toBe(integrity)
  expect(script.crossOrigin).toBe('anonymous')
})

test.each([
  '/releases/shell/s0/main.js',
  '/releases/shell/s1/other.js',
  fileAddress(shell, 'main.js').replace('main.js', 'telemetry.js'),
  '/releases/mfe-tips/t2/other.js',
  '/releases/mfe-tips/t3/entry.js',
  '/uploads/entry.js',
  'https://elsewhere.example/releases/mfe-tips/t2/entry.js',
])('rejects %s as a script and as a stylesheet, because it is not in the registry', async (url) => {
  await openPage()
  const script = document.createElement('script')
  const stylesheet = document.createElement('link')
  // As a bundle does.
  stylesheet.href = url
  for (const element of [script, stylesheet]) {
    const failed = new Promise((resolve) => element.addEventListener('error', resolve))
    expect(window.portal.addressFile(element, url)).toBe(false)
    expect(element.getAttribute('src') ?? element.getAttribute('href')).toBe(null)
    await failed
  }
})

const listed = {
  ...registry,
  remotes: {
    'mfe-tips': {
      current: { base: '/releases/mfe-tips/t2/', files: { 'entry.js': 'sha256-new' }, list: 'sha256-list' },
      previous: { base: '/releases/mfe-tips/t1/', files: { 'entry.js': 'sha256-old' }, list: 'sha256-list-before' },
    },
  },
}

/** Answers requests for lists. Returns the requests with the integrity that they require. */
function serveLists(respond: (url: string) => Response | Promise<Response>): string[] {
  const requested: string[] = []
  globalThis.fetch = async (url, options) => {
    requested.push(`${url} ${options?.integrity}`)
    return respond(String(url))
  }
  return requested
}

test('reads the list of a release once, for its files that are not in the page', async () => {
  const requested = serveLists(() => Response.json({ 'tips.js': 'sha256-tips', 'tips.css': 'sha256-css' }))
  await openPage(listed)
  const base = '/releases/mfe-tips/t2/'
  const [entry, script] = [document.createElement('script'), document.createElement('script')]
  const stylesheet = document.createElement('link')
  expect(window.portal.addressFile(entry, `${base}entry.js`)).toBe(true)
  expect(requested).toEqual([])
  stylesheet.href = `${base}tips.css`
  const found = [
    window.portal.addressFile(script, `${base}tips.js`),
    window.portal.addressFile(stylesheet, `${base}tips.css`),
  ]
  // It is not loaded before its integrity is known.
  expect(stylesheet.hasAttribute('href')).toBe(false)
  expect(await Promise.all(found)).toEqual([true, true])
  expect(stylesheet).toMatchObject({ integrity: 'sha256-css', href: `${location.origin}${base}tips.css` })
  expect(script).toMatchObject({ integrity: 'sha256-tips', src: `${location.origin}${base}tips.js` })
  expect(requested).toEqual([`${base}files.json sha256-list`])
  expect(window.portal.addressFile(document.createElement('script'), `${base}other.js`)).toBe(false)
})

test('a file fails with a list that does not load, and the next file reads the list again', async () => {
  const responses = [new TypeError('offline'), new TypeError('offline'), Response.json({ 'tips.js': 'sha256-tips' })]
  const requested = serveLists(() => {
    const response = responses.shift()
    if (response instanceof Response) return response
    throw response
  })
  await openPage(listed)
  const load = async () => {
    const script = document.createElement('script')
    const failed = new Promise((resolve) => script.addEventListener('error', () => resolve('failed')))
    window.portal.addressFile(script, '/releases/mfe-tips/t2/tips.js')
    return Promise.race([failed, vi.waitUntil(() => script.integrity, 60_000)])
  }
  expect(await load()).toBe('failed')
  expect(await load()).toBe('failed')
  // The browser may hold on to what hung.
  window.portal.failures += 1
  expect(await load()).toBe('sha256-tips')
  const address = '/releases/mfe-tips/t2/files.json'
  expect(requested).toEqual([address, address, `${address}?attempt=2`].map((url) => `${url} sha256-list`))
})

test('reads the lists of current releases after the page', async () => {
  vi.useFakeTimers()
  const requested = serveLists(() => new Promise(() => {}))
  await openPage(listed)
  dispatchEvent(new Event('load'))
  expect(requested).toEqual([])
  vi.advanceTimersByTime(2000)
  // The listeners of the pages of other tests are there too.
  expect(new Set(requested)).toEqual(new Set(['/releases/mfe-tips/t2/files.json sha256-list']))
})

test('leaves the lists until they are needed in a browser that saves data', async () => {
  vi.useFakeTimers()
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })
  const requested = serveLists(() => new Promise(() => {}))
  await openPage(listed)
  dispatchEvent(new Event('load'))
  vi.advanceTimersByTime(2000)
  expect(requested).toEqual([])
  Reflect.deleteProperty(navigator, 'connection')
})

test('trusts no other address than the service worker’s', async () => {
  const rules: { createScriptURL(url: string): string }[] = []
  window.trustedTypes = { createPolicy: (_, policy) => rules[rules.push(policy) - 1] as never }
  await openPage()
  delete window.trustedTypes
  expect(rules[0]?.createScriptURL('/sw.js')).toBe('/sw.js')
  for (const url of ['/sw.js?x', '/uploads/sw.js', 'https://elsewhere.example/sw.js']) {
    expect(() => rules[0]?.createScriptURL(url)).toThrow('Not in the registry')
  }
})

test('gives every file a new address and the same integrity after a failure', async () => {
  await openPage()
  window.portal.failures += 1
  const stylesheet = document.createElement('link')
  window.portal.addressFile(stylesheet, '/releases/mfe-tips/t2/tips.css')
  expect(stylesheet.href).toBe(`${location.origin}/releases/mfe-tips/t2/tips.css?attempt=2`)
  expect(stylesheet.integrity).toBe('sha256-css')
})

test('stores the browser’s install prompt until it is used', async () => {
  await openPage()
  const offer = new Event('beforeinstallprompt', { cancelable: true })
  dispatchEvent(offer)
  expect(window.installPrompt).toBe(offer)
  expect(offer.defaultPrevented).toBe(true)
  dispatchEvent(new Event('appinstalled'))
  expect(window.installPrompt).toBeUndefined()
})

test('requests the data of a session only where the page has the script for that', async () => {
  const requested: string[] = []
  globalThis.fetch = async (url) => {
    requested.push(String(url))
    return new Response('{}')
  }
  await openPage()
  expect(window.portal.bootstrap).toBeNull()
  expect(requested).toEqual([])
  await import('./request-session.ts')
  expect(requested).toEqual(['/api/v1/session/bootstrap'])
  expect((await window.portal.bootstrap)?.ok).toBe(true)
})

/** Returns the script when the page has requested it. */
function telemetry(): HTMLScriptElement | undefined {
  const scripts = appended.filter((node) => node instanceof HTMLScriptElement)
  return scripts.find(({ src }) => src.endsWith(fileAddress(shell, 'telemetry.js')))
}

test('loads telemetry after the page', async () => {
  vi.useFakeTimers()
  await openPage()
  window.portal.note({ navigatedAt: 7 })
  dispatchEvent(new Event('load'))
  vi.advanceTimersByTime(900)
  expect(telemetry()).toBeUndefined()
  vi.advanceTimersByTime(2000)
  expect(telemetry()?.integrity).toBe(shell.files['telemetry.js'])
  expect(window.portal.notes).toEqual([{ navigatedAt: 7 }])
})

test('loads telemetry immediately after an error, which it reports', async () => {
  await openPage()
  const error = new TypeError('x')
  dispatchEvent(new ErrorEvent('error', { error, message: 'x', filename: '/releases/shell/s1/main.js' }))
  expect(telemetry()).toBeDefined()
  expect(window.portal.notes).toContainEqual({ error, where: '/releases/shell/s1/main.js' })
})

test('reports a script of the page that did not load again', async () => {
  await openPage()
  const script = document.createElement('script')
  script.defer = true
  script.dataset.again = ''
  Object.defineProperty(script, 'src', { value: '/releases/shell/s1/main.js' })
  document.body.append(script)
  script.dispatchEvent(new Event('error'))
  const request = '/releases/shell/s1/main.js'
  expect(window.portal.notes).toContainEqual(
    expect.objectContaining({ error: expect.objectContaining({ name: 'ChunkLoadError', request }) }),
  )
})
