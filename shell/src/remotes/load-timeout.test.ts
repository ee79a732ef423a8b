import { afterEach, expect, test, vi } from 'vitest'
import { withTimeout } from './load-timeout.ts'

afterEach(() => vi.useRealTimers())

test('the timeout rejects what is not settled in time', async () => {
  vi.useFakeTimers()
  const hanging = withTimeout(new Promise(() => {}), 3000)
  const rejected = expect(hanging).rejects.toThrow('It hangs')
  let isOver = false
  hanging.catch(() => {
    isOver = true
  })
  await vi.advanceTimersByTimeAsync(2900)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  await rejected
  expect(vi.getTimerCount()).toBe(0)
})

test('the timeout counts no time in which the processor was busy', async () => {
  const loaded = new Promise((resolve) => setTimeout(resolve, 350, 'page'))
  const result = withTimeout(loaded, 300)
  const start = performance.now()
  while (performance.now() - start < 600);
  // Both timers are due by now: first the limit's, then the code's.
  expect(await result).toBe('page')
})

test('the timeout passes on what it settles with, and leaves no timer', async () => {
  vi.useFakeTimers()
  expect(await withTimeout(Promise.resolve('page'), 3000)).toBe('page')
  await expect(withTimeout(Promise.reject(new Error('404')), 3000)).rejects.toThrow('404')
  await vi.advanceTimersByTimeAsync(0)
  expect(vi.getTimerCount()).toBe(0)
})
