import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeEventSource } from '../../testing/fake-event-source.ts'
import { startLiveLater } from './live-later.ts'
// Its code is loaded when it is imported.
import './live-updates.ts'

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(globalThis, { EventSource: FakeEventSource })
})
afterEach(() => vi.useRealTimers())

test('the page opens the stream after the first content, from the last hint, until the end', async () => {
  const stop = startLiveLater(new QueryClient(), 5)
  expect(FakeEventSource.current).toBeUndefined()
  await vi.advanceTimersByTimeAsync(5000)
  expect(FakeEventSource.current?.url).toBe('/api/v1/events?after=5')
  stop()
  expect(FakeEventSource.current).toBeUndefined()
})

test('the page never opens a stream when it is ended before it has begun', async () => {
  const opened = FakeEventSource.opened.length
  startLiveLater(new QueryClient(), 5)()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(FakeEventSource.opened).toHaveLength(opened)
})
