import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startApiPolling } from './api-polling.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Polls an API that fails as long as the returned `api` is down. */
function pollUnavailable() {
  const api = { isUp: false, calls: 0 }
  const lines: string[] = []
  const call = async () => {
    api.calls += 1
    if (!api.isUp) throw new Error('connect ECONNREFUSED')
  }
  const log = { error: (error: unknown, problem: string) => lines.push(`${problem}: ${(error as Error).message}`) }
  const { stop } = startApiPolling(call, { intervalMs: 60_000, problem: 'It could not be read' }, log)
  onTestFinished(stop)
  return { api, lines, stop }
}

const line = 'It could not be read: connect ECONNREFUSED'

test('logs nothing while the API starts, and the first of its failures afterwards', async () => {
  const { api, lines } = pollUnavailable()
  await vi.advanceTimersByTimeAsync(24_000)
  api.isUp = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lines).toEqual([])

  for (const failures of [1, 2]) {
    api.isUp = false
    await vi.advanceTimersByTimeAsync(120_000)
    expect(lines).toEqual(Array.from({ length: failures }, () => line))
    api.isUp = true
    await vi.advanceTimersByTimeAsync(5_000)
  }
})

test('logs once that the API does not start', async () => {
  const { lines } = pollUnavailable()
  await vi.advanceTimersByTimeAsync(25_000)
  expect(lines).toEqual([line])
  await vi.advanceTimersByTimeAsync(600_000)
  expect(lines).toEqual([line])
})

test('calls at the interval, after failures every 5 s, and never after its end', async () => {
  const { api, stop } = pollUnavailable()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(api.calls).toBe(3)
  api.isUp = true
  await vi.advanceTimersByTimeAsync(5_000 + 59_000)
  expect(api.calls).toBe(4)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(api.calls).toBe(5)
  stop()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(api.calls).toBe(5)
})
