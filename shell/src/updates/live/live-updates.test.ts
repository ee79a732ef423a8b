import { getBalance } from '@portal/contracts/balance'
import { apiQuery } from '@portal/shared/http/query'
import { stub } from '@portal/shared/testing/http-stub'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeEventSource } from '../../testing/fake-event-source.ts'
import { startLiveUpdates } from './live-updates.ts'

/** The balance of the server now, and the one that the page shows. */
let balance = 100
let shown: number | undefined
let stop: () => void

beforeEach(async () => {
  // The clock ticks with the minute: in half a minute, as at 23:59:30 below.
  vi.useFakeTimers({ now: new Date('2026-11-28T12:00:30+03:00') })
  Object.assign(globalThis, { EventSource: FakeEventSource })
  balance = 100
  stub(getBalance, () => ({ avg_sum: 0, balance, pending: 0, updated_at: '2026-11-20T10:00:00Z' }))
  const client = new QueryClient()
  const observer = new QueryObserver(client, apiQuery(getBalance, { params: { restId: 'r1' } }))
  const unsubscribe = observer.subscribe(({ data }) => {
    shown = data?.balance
  })
  const stopUpdates = startLiveUpdates(client, 5)
  stop = () => {
    stopUpdates()
    unsubscribe()
    client.clear()
  }
  await settle()
  expect(shown).toBe(100)
})

afterEach(() => {
  stop()
  vi.useRealTimers()
  setVisible(true)
})

const settle = () => vi.advanceTimersByTimeAsync(1)
const stream = () => FakeEventSource.current

function setVisible(visible: boolean) {
  Object.defineProperty(document, 'visibilityState', { value: visible ? 'visible' : 'hidden', configurable: true })
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
}

test('the page fetches the new balance on a hint', async () => {
  balance = 200
  stream()?.emit({ seq: 6, type: 'balance' })
  await settle()
  expect(shown).toBe(200)
})

test('the page ignores what is no hint', async () => {
  balance = 200
  stream()?.emit({ seq: 6, type: 'weather' })
  await settle()
  expect(shown).toBe(100)
})

test('the page polls every 10 s without a stream, until the stream is back', async () => {
  for (let failure = 1; failure < 5; failure += 1) {
    stream()?.dispatchEvent(new Event('error'))
    while (!stream()) await vi.advanceTimersByTimeAsync(1000)
  }
  stream()?.dispatchEvent(new Event('error'))
  balance = 300
  await vi.advanceTimersByTimeAsync(10_001)
  expect(stream()).toBeUndefined()
  expect(shown).toBe(300)

  while (!stream()) await vi.advanceTimersByTimeAsync(1000)
  stream()?.dispatchEvent(new Event('open'))
  balance = 400
  await vi.advanceTimersByTimeAsync(60_000)
  expect(shown).toBe(300)
})

test('the page resumes each stream from the last hint, and the server reports whether hints were missed', async () => {
  expect(stream()?.url).toBe('/api/v1/events?after=5')
  stream()?.emit({ seq: 6, type: 'payout' })
  stream()?.dispatchEvent(new Event('error'))
  while (!stream()) await vi.advanceTimersByTimeAsync(1000)
  expect(stream()?.url).toBe('/api/v1/events?after=6')
  balance = 200
  stream()?.emit({ seq: 9, type: 'resync' })
  await settle()
  expect(shown).toBe(200)
})

test('the page does not hammer a broken stream', async () => {
  const before = FakeEventSource.opened.length
  for (let second = 0; second < 60; second += 1) {
    stream()?.dispatchEvent(new Event('error'))
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(FakeEventSource.opened.length - before).toBeLessThan(7)
})

test('the page closes the stream of a hidden page, and catches up when it is shown', async () => {
  setVisible(false)
  expect(stream()).toBeUndefined()
  balance = 400
  await vi.advanceTimersByTimeAsync(60_000)
  expect(shown).toBe(100)
  setVisible(true)
  stream()?.emit({ seq: 8, type: 'resync' })
  await settle()
  expect(shown).toBe(400)
})

test('the page fetches the figures of the new day after midnight, also where the phone slept through it', async () => {
  vi.setSystemTime('2026-11-28T23:59:30+03:00')
  balance = 0
  await vi.advanceTimersByTimeAsync(20_000)
  expect(shown).toBe(100)
  await vi.advanceTimersByTimeAsync(31_000 + 20_000)
  expect(shown).toBe(0)

  setVisible(false)
  vi.setSystemTime('2026-11-30T09:00:00+03:00')
  balance = 50
  setVisible(true)
  await vi.advanceTimersByTimeAsync(21_000)
  expect(shown).toBe(50)
})

test('the page sends no request after the end', async () => {
  stop()
  expect(stream()).toBeUndefined()
  setVisible(false)
  setVisible(true)
  expect(stream()).toBeUndefined()
})
