// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { expectContentScript } from './expect-content.ts'

const reload = vi.fn()
const fetchRegistry = vi.fn<() => Promise<Response>>()

beforeEach(() => {
  vi.useFakeTimers()
  fetchRegistry.mockImplementation(async () => new Response())
  vi.spyOn(location, 'reload').mockImplementation(reload)
  vi.stubGlobal('fetch', fetchRegistry)
  vi.stubGlobal('isOldBrowser', false)
  document.body.innerHTML = ''
  return () => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  }
})

function run() {
  // biome-ignore lint/security/noGlobalEval: the page has the script as text too
  globalThis.eval(expectContentScript())
}

const arrives = (html: string) => document.body.insertAdjacentHTML('beforeend', html)

test.each(['', '<div id="root">', '<div id="root"></div><script id="rendered"></script>'])(
  'a page that ends with "%s" is requested again',
  async (html) => {
    run()
    arrives(html)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(reload).toHaveBeenCalledTimes(1)
  },
)

test('a page that goes on arriving is not', async () => {
  run()
  for (let part = 0; part < 10; part += 1) {
    arrives('<p>')
    await vi.advanceTimersByTimeAsync(5_000)
  }
  arrives('<script type="application/json" id="registry"></script>')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reload).not.toHaveBeenCalled()
})

test.each([
  ['no network', () => Promise.reject(new TypeError())],
  ['a server that does not respond', async () => new Response(null, { status: 502 })],
])('with %s a page that is cut off waits', async (_, respond) => {
  fetchRegistry.mockImplementation(respond)
  run()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reload).not.toHaveBeenCalled()
  fetchRegistry.mockImplementation(async () => new Response())
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('the advice of an old browser, which has no content, stays', async () => {
  vi.stubGlobal('isOldBrowser', true)
  run()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reload).not.toHaveBeenCalled()
})
