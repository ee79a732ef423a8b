// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'

const reload = vi.fn()
const fetchRegistry = vi.fn<() => Promise<Response>>()

beforeEach(() => {
  vi.useFakeTimers()
  fetchRegistry.mockImplementation(async () => new Response())
  vi.spyOn(location, 'reload').mockImplementation(reload)
  vi.stubGlobal('fetch', fetchRegistry)
  document.body.innerHTML = ''
  return () => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  }
})

async function run() {
  vi.resetModules()
  await import('./expect-content.ts')
}

const arrives = (html: string) => document.body.insertAdjacentHTML('beforeend', html)

test.each(['', '<div id="root">', '<div id="root"></div><script id="rendered"></script>'])(
  'a page that ends with "%s" is requested again',
  async (html) => {
    await run()
    arrives(html)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(reload).toHaveBeenCalledTimes(1)
  },
)

test('a page that arrives slowly is not requested again', async () => {
  await run()
  for (let part = 0; part < 10; part += 1) {
    arrives('<p>')
    await vi.advanceTimersByTimeAsync(5_000)
  }
  arrives('<script type="application/json" id="registry"></script>')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reload).not.toHaveBeenCalled()
})

test('a page whose rest arrives while the server is asked is not requested again', async () => {
  fetchRegistry.mockImplementation(async () => {
    arrives('<script type="application/json" id="registry"></script>')
    return new Response()
  })
  await run()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetchRegistry).toHaveBeenCalledTimes(1)
  expect(reload).not.toHaveBeenCalled()
})

test.each([
  ['no network', () => Promise.reject(new TypeError())],
  ['a server that does not respond', async () => new Response(null, { status: 502 })],
])('a page that is cut off waits with %s', async (_, respond) => {
  fetchRegistry.mockImplementation(respond)
  await run()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reload).not.toHaveBeenCalled()
  fetchRegistry.mockImplementation(async () => new Response())
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reload).toHaveBeenCalledTimes(1)
})
