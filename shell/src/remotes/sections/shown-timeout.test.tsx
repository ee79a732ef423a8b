import { checkNetwork } from '@portal/shared/http/online'
import { loseNetwork, restoreNetwork } from '@portal/shared/testing/http-stub'
import { act, screen } from '@testing-library/react'
import { Suspense, use } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { berezka, client, closePortal, openPortal, stubSession } from '../../testing/open-portal.tsx'

const { setTimeout: realTimeout } = globalThis

const never = new Promise<never>(() => {})

function Suspended(): null {
  return use(never)
}

function PartSuspended() {
  return (
    <>
      <h2>Новый выпуск</h2>
      <label>
        Сумма <input />
      </label>
      <Suspense fallback={<span data-skeleton="" />}>
        <Suspended />
      </Suspense>
    </>
  )
}

/** The page of the current release. The previous release works, if there is one. */
const releases = {
  Current: Suspended as () => React.ReactNode,
  hasPrevious: true,
  isRequested: false,
  gaveWay: [] as string[],
}

// Federation needs a browser and a build, so the tests provide the page that it would load.
vi.mock('../load-page.ts', () => ({
  loadPage: async (_: string, path: string) => {
    releases.isRequested = true
    if (path === '/shifts') await never
    if (releases.gaveWay.length > 0) return { Component: () => <h2>Прежний выпуск</h2>, version: 'old' }
    return { Component: releases.Current, version: 'new' }
  },
  loadPageAhead: () => {},
}))
vi.mock('../releases.ts', () => ({
  releases: {
    markFailedIfReplaceable: (remote: string, version: string) => {
      if (releases.hasPrevious) releases.gaveWay.push(`${remote} ${version}`)
      return releases.hasPrevious
    },
  },
}))

beforeEach(() => {
  stubSession([berezka])
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('reportError', () => {})
  vi.useFakeTimers()
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => setTimeout(callback))
  Object.assign(releases, { Current: Suspended, hasPrevious: true, isRequested: false, gaveWay: [] })
})
afterEach(() => {
  vi.useRealTimers()
  closePortal()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Another address for each test: a page that was opened before has its code already. Its section is there then. */
async function open(address: string): Promise<void> {
  await act(async () => openPortal(address))
  await until(() => releases.isRequested)
  await pass(1)
}

/** Returns the seconds that pass until then, at most a minute. */
async function until(isThere: () => boolean): Promise<number> {
  let seconds = 0
  while (!isThere() && seconds < 60) {
    await pass(1)
    seconds += 1
  }
  return seconds
}

const isShown = (text: string) => () => screen.queryByText(text) !== null

/** Second by second: what React does in one is committed before the next. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < 4 * seconds; second += 1) {
    await act(async () => {
      await vi.advanceTimersByTimeAsync(250)
      // Modules and responses arrive by the real clock.
      await new Promise((resolve) => realTimeout(resolve, 4))
    })
  }
}

test('a section that suspends forever gives way to the previous release after eight idle seconds', async () => {
  await open('/')
  const seconds = await until(isShown('Прежний выпуск'))
  expect(seconds).toBeGreaterThanOrEqual(7)
  expect(seconds).toBeLessThan(30)
  expect(releases.gaveWay).toEqual(['mfe-test new'])
})

test('a section without a previous release shows that it failed', async () => {
  releases.hasPrevious = false
  await open('/billing')
  await until(isShown('Раздел временно недоступен'))
  expect(screen.getByText('Раздел временно недоступен')).toBeDefined()
  expect(screen.getByRole('navigation', { name: 'Меню' })).toBeDefined()
  await act(async () => screen.getByRole('button', { name: 'Повторить' }).click())
  await pass(1)
  expect(screen.queryByText('Раздел временно недоступен')).toBeNull()
  await until(isShown('Раздел временно недоступен'))
  expect(screen.getByText('Раздел временно недоступен')).toBeDefined()
})

test('seconds before «Повторить» count, however often it is pressed', async () => {
  await open('/transfer')
  for (let times = 0; times < 6; times += 1) {
    await pass(5)
    const retry = screen.queryByRole('button', { name: 'Повторить' })
    if (retry) await act(async () => retry.click())
  }
  expect(screen.getByText('Прежний выпуск')).toBeDefined()
})

test('a section whose code is not there yet does not count as suspended', async () => {
  stubSession([{ ...berezka, manager: true }])
  await open('/shifts')
  await pass(12)
  expect(screen.getByText('Раздел загружается дольше обычного')).toBeDefined()
  expect(releases.gaveWay).toEqual([])
})

test('no second counts while the section waits for something or is hidden', async () => {
  const waits: Record<string, () => () => void> = {
    'data are on their way': () => {
      void client.prefetchQuery({ queryKey: ['slow'], queryFn: () => never })
      return () => client.removeQueries({ queryKey: ['slow'] })
    },
    'the tab is hidden': () => {
      const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
      return () => state.mockRestore()
    },
    'there is no network': () => {
      loseNetwork()
      void checkNetwork()
      return restoreNetwork
    },
    'code is on its way': () => {
      document.body.insertAdjacentHTML(
        'beforeend',
        '<script type="text/plain" src="/releases/mfe-test/1/2.js"></script>',
      )
      return () => document.body.lastElementChild?.remove()
    },
    'the thread is busy': () => {
      const idle = vi.spyOn(window, 'requestIdleCallback')
      const waiting: IdleRequestCallback[] = []
      idle.mockImplementation((callback) => waiting.push(callback))
      return () => {
        idle.mockRestore()
        for (const callback of waiting) callback({ didTimeout: false, timeRemaining: () => 1 })
      }
    },
  }
  await open('/settings')
  for (const [wait, begin] of Object.entries(waits)) {
    const end = begin()
    await pass(9)
    expect(screen.queryByText('Прежний выпуск'), wait).toBeNull()
    end()
  }
  await until(isShown('Прежний выпуск'))
  expect(screen.getByText('Прежний выпуск')).toBeDefined()
})

test('a part that suspends forever gives way too, unless something was typed in the section', async () => {
  releases.Current = PartSuspended
  await open('/other')
  await until(isShown('Новый выпуск'))
  await until(isShown('Прежний выпуск'))
  expect(screen.getByText('Прежний выпуск')).toBeDefined()
})

test('a part that suspends forever is only reported if something was typed', async () => {
  const note = vi.spyOn(window.portal, 'note')
  releases.Current = PartSuspended
  await open('/settings/phone')
  await until(isShown('Новый выпуск'))
  const input = screen.getByLabelText('Сумма')
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await until(() => note.mock.calls.some(([sent]) => 'error' in sent))
  expect(screen.getByLabelText('Сумма')).toBe(input)
  expect(releases.gaveWay).toEqual([])
  expect(note).toHaveBeenCalledWith(
    expect.objectContaining({
      error: expect.objectContaining({ name: 'NotShownError' }),
      release: { remote: 'mfe-test', version: 'new' },
    }),
  )
})
