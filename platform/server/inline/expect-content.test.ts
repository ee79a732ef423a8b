// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { expectContentScript } from './expect-content.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test.each([
  ['', 1],
  ['<div id="root"></div>', 0],
])('with the content "%s" the page is requested again %i times', (content, times) => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  document.body.innerHTML = ''
  // biome-ignore lint/security/noGlobalEval: the page has the script as text too
  globalThis.eval(expectContentScript())
  document.body.innerHTML = content
  vi.advanceTimersByTime(60_000)
  expect(reload).toHaveBeenCalledTimes(times)
})
