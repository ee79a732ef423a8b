import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** A page of this browser, with the modules of its own. */
type Tab = typeof import('./responding.ts')
const found: string[] = []
let page: EventTarget

/** Opens a tab. The one before it is gone, or hangs: none of its timers and listeners runs any more. */
async function openTab(): Promise<Tab> {
  const now = Date.now()
  vi.clearAllTimers()
  // Clearing resets the clock too.
  vi.setSystemTime(now)
  vi.resetModules()
  page = new EventTarget()
  const tab: Tab = await import('./responding.ts')
  tab.watchDepartures(page)
  return tab
}

const hasStopped = (tab: Tab) => tab.stoppedResponding('mfe-tips', '1', (name) => found.push(name))

/** The thread runs no timer any more. */
function hang(): void {
  const now = Date.now()
  vi.clearAllTimers()
  vi.setSystemTime(now + 20_000)
}

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  sessionStorage.clear()
  found.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('finds a release in which a tab hung while it was shown', async () => {
  const first = await openTab()
  first.releaseStarts('mfe-tips', '1')
  first.sectionResponds('mfe-tips')
  vi.advanceTimersByTime(60_000)
  hang()
  const second = await openTab()
  expect(hasStopped(second)).toBe(true)
  expect(found).toEqual(['Unresponsive'])
  expect(hasStopped(await openTab())).toBe(true)
  expect(found).toHaveLength(1)
  vi.setSystemTime(Date.now() + 3_600_000)
  expect(hasStopped(await openTab())).toBe(false)
})

test('finds none in a page whose beats are late, nor one that is as late again', async () => {
  const first = await openTab()
  first.releaseStarts('mfe-tips', '1')
  first.sectionResponds('mfe-tips')
  vi.setSystemTime(Date.now() + 7_000)
  vi.advanceTimersByTime(2_000)
  vi.setSystemTime(Date.now() + 12_000)
  expect(hasStopped(await openTab())).toBe(false)
  vi.setSystemTime(Date.now() + 4_000)
  expect(hasStopped(await openTab())).toBe(true)
})

test('finds one that hung while it loaded or was cleaned up', async () => {
  const first = await openTab()
  first.releaseStarts('mfe-tips', '1')
  const close = first.sectionResponds('mfe-tips')
  vi.advanceTimersByTime(10_000)
  close()
  hang()
  expect(hasStopped(await openTab())).toBe(true)
})

test.each([
  ['responds', () => {}],
  ['is left', () => page.dispatchEvent(new Event('pagehide'))],
  [
    'is put aside',
    () => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
      page.dispatchEvent(new Event('visibilitychange'))
    },
  ],
])('finds nothing where the tab %s', async (_, end) => {
  const first = await openTab()
  first.releaseStarts('mfe-tips', '1')
  first.sectionResponds('mfe-tips')
  vi.advanceTimersByTime(30_000)
  end()
  vi.advanceTimersByTime(20_000)
  expect(hasStopped(await openTab())).toBe(false)
})

test('finds nothing where another section is shown by then', async () => {
  const first = await openTab()
  first.releaseStarts('mfe-tips', '1')
  first.sectionResponds('mfe-tips')()
  vi.advanceTimersByTime(30_000)
  hang()
  expect(hasStopped(await openTab())).toBe(false)
})

test('finds a release that leaves six pages in a row right after its start', async () => {
  for (let number = 1; number <= 6; number += 1) {
    const tab = await openTab()
    expect(hasStopped(tab)).toBe(false)
    tab.releaseStarts('mfe-tips', '1')
    tab.sectionResponds('mfe-tips')
    vi.advanceTimersByTime(1_000)
    page.dispatchEvent(new Event('pagehide'))
  }
  expect(hasStopped(await openTab())).toBe(true)
  expect(found).toEqual(['ReloadLoop'])
})

test('lets a user leave six pages that were shown for a while', async () => {
  for (let number = 1; number <= 6; number += 1) {
    const tab = await openTab()
    tab.releaseStarts('mfe-tips', '1')
    tab.sectionResponds('mfe-tips')
    vi.advanceTimersByTime(4_000)
    page.dispatchEvent(new Event('pagehide'))
  }
  expect(hasStopped(await openTab())).toBe(false)
})

test('lets a user leave six pages at once by what was tapped in them', async () => {
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } })
  for (let number = 1; number <= 6; number += 1) {
    const tab = await openTab()
    tab.releaseStarts('mfe-tips', '1')
    tab.sectionResponds('mfe-tips')
    page.dispatchEvent(new Event('pagehide'))
  }
  vi.unstubAllGlobals()
  expect(hasStopped(await openTab())).toBe(false)
})
