// @vitest-environment happy-dom
import type {} from '@portal/shared/page-protocol'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'

/** True while the portal responds. */
let responds: () => Promise<Response>
/** What was requested again. */
let requested: string[]

beforeAll(async () => {
  await import('./request-again.ts')
})

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = ''
  requested = []
  responds = async () => new Response()
  vi.stubGlobal('fetch', () => responds())
  // Nothing is loaded here.
  vi.spyOn(document.head, 'append').mockImplementation((script) => void document.body.append(script))
  window.portal = {
    failures: 0,
    addressFile: (_: Element, url: string) => requested.push(new URL(url).pathname) > 0,
  } as never
  return () => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
})

const file = '/releases/mfe-tips/t1/page.js'

type FileElement = HTMLScriptElement | HTMLLinkElement

/** Puts the element of a file into the page, as a loader does. Returns the events that the loader gets. */
function load(element: FileElement): string[] {
  const events: string[] = []
  element.dataset.address = location.origin + file
  element.onload = element.onerror = (event) => events.push((event as Event).type)
  document.body.append(element)
  return events
}

const script = () => document.createElement('script')
const stylesheet = () => Object.assign(document.createElement('link'), { rel: 'stylesheet' })
const cutOff = (element: FileElement) => element.dispatchEvent(new Event('error'))

test.each(['load', 'error'])(
  'requests a script that was cut off once again, and its loader gets only the %s of that',
  async (type) => {
    const element = script()
    const events = load(element)
    cutOff(element)
    await vi.advanceTimersByTimeAsync(0)
    expect([events, requested, window.portal.failures]).toEqual([[], [file], 1])
    document.body.lastElementChild?.dispatchEvent(new Event(type))
    await vi.advanceTimersByTimeAsync(60_000)
    expect([events, requested]).toEqual([[type], [file]])
    expect(document.body.children).toHaveLength(1)
  },
)

test('requests a stylesheet that was cut off by the same element', async () => {
  const element = stylesheet()
  const events = load(element)
  cutOff(element)
  await vi.advanceTimersByTimeAsync(0)
  expect([events, requested]).toEqual([[], [file]])
  cutOff(element)
  expect([events, requested]).toEqual([['error'], [file]])
})

test('a file is requested again when the portal responds', async () => {
  responds = () => Promise.reject(new TypeError())
  const element = script()
  const events = load(element)
  cutOff(element)
  await vi.advanceTimersByTimeAsync(3_000)
  responds = async () => new Response(null, { status: 502 })
  await vi.advanceTimersByTimeAsync(3_000)
  expect([events, requested]).toEqual([[], []])
  responds = async () => new Response()
  await vi.advanceTimersByTimeAsync(500)
  expect([events, requested]).toEqual([[], [file]])
})

test.each<[string, (element: FileElement) => unknown]>([
  ['the portal does not respond for ten seconds', () => vi.advanceTimersByTimeAsync(10_000)],
  [
    'there is no network',
    async () => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
      await vi.advanceTimersByTimeAsync(500)
    },
  ],
  [
    'its loader has given up',
    async (element) => {
      element.remove()
      await vi.advanceTimersByTimeAsync(500)
    },
  ],
])('fails where %s', async (_, happens) => {
  responds = () => Promise.reject(new TypeError())
  const element = script()
  const events = load(element)
  cutOff(element)
  await happens(element)
  expect([events, requested]).toEqual([['error'], []])
})

test.each([
  ['a preload', () => Object.assign(document.createElement('link'), { rel: 'preload' })],
  [
    'a file that is in no release',
    () => Object.assign(script(), { src: 'https://elsewhere.example/x.js', type: 'text/plain' }),
  ],
])('does not touch %s', (_, create) => {
  const element = create()
  const events = load(element)
  if (element instanceof HTMLScriptElement) delete element.dataset.address
  cutOff(element)
  expect([events, requested]).toEqual([['error'], []])
})
