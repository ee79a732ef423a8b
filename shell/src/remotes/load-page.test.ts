import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeEarlyPortal } from '../testing/fake-early-portal.ts'

/** The time after which a release counts as hung on a connection that is not slow. */
const loadTimeoutMs = 3000

type Failure = 'does not load' | 'hangs' | 'has no such page'

const failures = new Map<string, Failure>()
const Old = () => null
const New = () => null

// Federation needs a browser and a build, so the tests provide a release module or a failure instead.
vi.mock('./host.ts', () => ({
  loadRemote: async ({ version }: { version: string }) => {
    const failure = failures.get(version)
    if (failure === 'does not load') throw new Error('404')
    if (failure === 'hangs') await new Promise(() => {})
    const Component = version === 'new' ? New : Old
    const load = async () => ({ Component })
    return failure === 'has no such page' ? { pages: {} } : { pages: { '/': load }, slots: { 'tips.actions': load } }
  },
}))

/** The releases that the server has now. */
const live = { sequence: 1 }
const reported: unknown[] = []
/** Imported again for each test, so that the failures of earlier tests are forgotten. */
let page: typeof import('./load-page.ts')
let releases: typeof import('./releases.ts').releases

beforeEach(async () => {
  const pages = {
    '/': ['/releases/shell/1/host.js', '/releases/mfe-tips/new/entry.js', '/releases/mfe-tips/new/1.css'],
  }
  const remote = { current: { version: 'new', pages }, previous: { version: 'old' } }
  sessionStorage.clear()
  localStorage.clear()
  vi.stubGlobal('fetch', async () => Response.json({ sequence: live.sequence }))
  live.sequence = 1
  const shell = { base: '/releases/shell/1/' }
  const filler = (version: string) => ({ version, manifest: { fills: ['tips.actions'] } })
  const remotes = {
    'mfe-tips': remote,
    'mfe-first': { current: { version: 'new' } },
    'mfe-filler': { current: filler('new'), previous: filler('old') },
    'mfe-new-filler': { current: filler('new'), previous: { version: 'old', manifest: {} } },
  }
  const registry = { sequence: 1, shell, remotes }
  document.body.innerHTML = `<script type="application/json" id="registry">${JSON.stringify(registry)}</script>`
  window.portal = fakeEarlyPortal()
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error))
  vi.resetModules()
  page = await import('./load-page.ts')
  releases = (await import('./releases.ts')).releases
})

afterEach(() => {
  failures.clear()
  reported.length = 0
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

async function shown(remote = 'mfe-tips'): Promise<unknown> {
  const loading = page.loadPage(remote, '/')
  loading.catch(() => {})
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(2 * loadTimeoutMs)
  return (await loading).Component
}

test('the loader loads the page of the current release', async () => {
  expect(await shown()).toBe(New)
  expect(reported).toEqual([])
})

test.each(['does not load', 'hangs', 'has no such page'] as const)(
  'the loader falls back to the previous release where the current one %s, and reports it',
  async (failure) => {
    if (failure === 'hangs') vi.useFakeTimers()
    failures.set('new', failure)
    expect(await shown()).toBe(Old)
    expect(String(reported[0])).toContain('mfe-tips new did not load')
    // One page's releases do not change back and forth.
    failures.clear()
    expect(await shown()).toBe(Old)
  },
)

test('the loader fails when no release runs, and begins the next attempt with the current one', async () => {
  failures.set('new', 'does not load').set('old', 'does not load')
  await expect(shown()).rejects.toThrow('mfe-tips old did not load')
  failures.clear()
  expect(await shown()).toBe(New)
})

test('the loader fails for a remote without a previous release, and may succeed on a new attempt', async () => {
  failures.set('new', 'does not load')
  await expect(shown('mfe-first')).rejects.toThrow('mfe-first new did not load')
  failures.clear()
  expect(await shown('mfe-first')).toBe(New)
})

test('the loader waits for a development server, which compiles first', async () => {
  vi.stubEnv('NODE_ENV', 'development')
  vi.resetModules()
  page = await import('./load-page.ts')
  vi.useFakeTimers()
  failures.set('new', 'hangs')
  const isOver = vi.fn()
  page.loadPage('mfe-first', '/').finally(isOver).catch(isOver)
  await vi.advanceTimersByTimeAsync(50_000)
  expect(isOver).not.toHaveBeenCalled()
  vi.unstubAllEnvs()
})

test('the loader reloads a page whose releases are gone, once for each registry', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  vi.useFakeTimers()
  failures.set('new', 'does not load')
  live.sequence = 7
  void page.loadPage('mfe-first', '/')
  await vi.advanceTimersByTimeAsync(loadTimeoutMs)
  expect(reload).toHaveBeenCalledTimes(1)
  await expect(page.loadPage('mfe-first', '/')).rejects.toThrow('did not load')
  expect(reload).toHaveBeenCalledTimes(1)
})

test.each([
  ['does not respond', () => new Promise(() => {})],
  ['returns no releases', async () => Response.json({ code: 'rate_limited' })],
])('the loader fails without a reload where nothing runs and the server %s', async (_, registry) => {
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('fetch', registry)
  vi.useFakeTimers()
  failures.set('new', 'does not load')
  const failed = expect(page.loadPage('mfe-first', '/')).rejects.toThrow('mfe-first new did not load')
  await vi.advanceTimersByTimeAsync(2 * loadTimeoutMs)
  await failed
  expect(reload).not.toHaveBeenCalled()
})

test('the loader has the code of a page ahead of time, or leaves its failure to the page', async () => {
  expect(await page.loadPageAhead('mfe-tips', '/')).toEqual({ Component: New, version: 'new', isFallback: false })
  failures.set('new', 'does not load')
  expect(await page.loadPageAhead('mfe-first', '/')).toBeUndefined()
  expect(reported).toEqual([])
})

describe('the loader requests all files of a page at the same time', () => {
  const preloaded = () => [...document.head.querySelectorAll('link')].map((link) => `${link.rel} ${link.as}`)

  beforeEach(() => {
    document.head.innerHTML = '<link rel="preload" as="script" href="/releases/shell/1/host.js">'
    window.portal.addressFile = (element, url) => Boolean(Object.assign(element, { href: url }))
  })

  test('the loader requests no file that the HTML has', async () => {
    void page.loadPageAhead('mfe-tips', '/')
    await vi.waitFor(() => expect(preloaded()).toEqual(['preload script', 'preload script', 'preload style']), 60_000)
    await shown()
    expect(preloaded()).toHaveLength(3)
  })

  test('the loader preloads no file that is loaded already, which browsers would report as unused', async () => {
    vi.spyOn(performance, 'getEntriesByName').mockImplementation((name) =>
      name === `${location.origin}/releases/mfe-tips/new/1.css` ? [{} as PerformanceEntry] : [],
    )
    void page.loadPageAhead('mfe-tips', '/')
    await vi.waitFor(() => expect(preloaded()).toEqual(['preload script', 'preload script']), 60_000)
    await shown()
    expect(preloaded()).toHaveLength(2)
  })

  test('the loader requests a file when its address is known, which may take the list of its release', async () => {
    const list = Promise.withResolvers<boolean>()
    window.portal.addressFile = () => list.promise
    await shown()
    expect(preloaded()).toHaveLength(1)
    list.resolve(true)
    await vi.waitFor(() => expect(preloaded()).toHaveLength(3), 60_000)
  })

  test('the loader preloads no files after a failure, which gives all of them other addresses', async () => {
    window.portal.failures = 1
    await shown()
    expect(preloaded()).toHaveLength(1)
  })

  test('the loader preloads no file that is not in the registry', async () => {
    window.portal.addressFile = () => false
    await shown()
    expect(preloaded()).toHaveLength(1)
  })
})

test('the loader gives files another address after each failure', async () => {
  failures.set('new', 'does not load')
  await shown()
  expect(window.portal.failures).toBe(1)
})

test('the loader falls back once from a release whose section failed', async () => {
  expect(await page.loadPage('mfe-tips', '/')).toEqual({ Component: New, version: 'new', isFallback: false })
  expect(releases.markFailedIfReplaceable('mfe-tips', 'new')).toBe(true)
  expect(await page.loadPage('mfe-tips', '/')).toEqual({ Component: Old, version: 'old', isFallback: true })
  expect(releases.markFailedIfReplaceable('mfe-tips', 'old')).toBe(false)
  expect(releases.markFailedIfReplaceable('mfe-first', 'new')).toBe(false)
})

test('the loader falls back from the release that failed, even if another page of the remote already has the other one', async () => {
  expect(await shown()).toBe(New)
  failures.set('new', 'has no such page')
  expect(await shown()).toBe(Old)
  expect(releases.markFailedIfReplaceable('mfe-tips', 'new')).toBe(true)
  expect(releases.markFailedIfReplaceable('mfe-tips', 'unknown')).toBe(false)
})

test('the loader waits longer after a failure, because the line may be slow', async () => {
  vi.useFakeTimers()
  failures.set('new', 'hangs')
  await expect(shown('mfe-first')).rejects.toThrow('It hangs')
  const again = page.loadPage('mfe-first', '/')
  again.catch(() => {})
  await vi.advanceTimersByTimeAsync(loadTimeoutMs)
  expect(window.portal.failures).toBe(1)
  await vi.advanceTimersByTimeAsync(loadTimeoutMs / 2)
  expect(window.portal.failures).toBe(2)
})

test('the loader waits half as much again as the slowest script of the HTML took, whatever its address is', async () => {
  const took: Record<string, number> = {
    '/releases/shell/8556c4b6d2f0/vendor.js': 6000,
    '/releases/shell/0a1b2c3d4e5f/main.js': 4000,
  }
  // This type keeps happy-dom from requesting them.
  document.head.innerHTML = Object.keys(took)
    .map((src) => `<script defer type="text/plain" src="${src}"></script>`)
    .join('')
  vi.useFakeTimers()
  vi.spyOn(performance, 'getEntriesByName').mockImplementation((name) => [
    { duration: took[new URL(name).pathname] } as PerformanceEntry,
  ])
  failures.set('new', 'hangs')
  page.loadPage('mfe-first', '/').catch(() => {})
  await vi.advanceTimersByTimeAsync(8999)
  expect(window.portal.failures).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(window.portal.failures).toBe(1)
})

test('the loader fills a slot with the current release', async () => {
  expect(await page.loadSlot('mfe-filler', 'tips.actions')).toEqual({
    Component: New,
    version: 'new',
    isFallback: false,
  })
})

test.each(['does not load', 'has no such page'] as const)(
  'the loader fills a slot with the previous release where the current one %s',
  async (failure) => {
    failures.set('new', failure)
    expect(await page.loadSlot('mfe-filler', 'tips.actions')).toEqual({
      Component: Old,
      version: 'old',
      isFallback: true,
    })
    expect(String(reported[0])).toContain('mfe-filler new did not load')
  },
)

test('the loader fills no slot with a previous release that did not fill it, and does not reload the document', async () => {
  live.sequence = 2
  failures.set('new', 'does not load')
  await expect(page.loadSlot('mfe-new-filler', 'tips.actions')).rejects.toThrow('mfe-new-filler new did not load')
  expect(releases.markFailedIfReplaceable('mfe-new-filler', 'new', 'tips.actions')).toBe(false)
  expect(releases.markFailedIfReplaceable('mfe-new-filler', 'new')).toBe(true)
  expect(sessionStorage).toHaveLength(0)
})
