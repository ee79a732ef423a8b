import { getBalance } from '@portal/contracts/balance'
import { listSbpBanks } from '@portal/contracts/sbp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const network = globalThis.fetch
const server = Date.parse('2026-11-28T12:00:00Z')
const HOUR_MS = 3_600_000

/** Opens a page whose device's clock differs from the server's. */
async function openPage(aheadOfServerMs: number) {
  vi.resetModules()
  vi.setSystemTime(server + aheadOfServerMs)
  return await import('@portal/shared/http/clock')
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  globalThis.fetch = network
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test.each([-31 * 24 * HOUR_MS, -HOUR_MS, HOUR_MS, 24 * HOUR_MS])(
  'the time is that of the server when the device is %d ms ahead, and in the next visit too',
  async (ahead) => {
    const { now, correctClock } = await openPage(ahead)
    correctClock(server)
    expect(now()).toBe(server)
    vi.setSystemTime(server + ahead + HOUR_MS)
    expect(now()).toBe(server + HOUR_MS)
    const later = await openPage(ahead)
    expect(later.now()).toBe(server)
  },
)

test('a difference of seconds is the delay of the line, and a header that is no time changes nothing', async () => {
  const { now, correctClock } = await openPage(5_000)
  correctClock(server)
  correctClock(Number.NaN)
  expect(now()).toBe(server + 5_000)
})

test('a clock that was set right is followed by the next response', async () => {
  const { now, correctClock } = await openPage(-24 * HOUR_MS)
  correctClock(server)
  vi.setSystemTime(server)
  correctClock(server)
  expect(now()).toBe(server)
})

test('any response of the API gives the time, even an error', async () => {
  globalThis.fetch = async () =>
    new Response('{"code":"internal_error","message":""}', {
      status: 500,
      headers: { date: new Date(server).toUTCString() },
    })
  const { now } = await openPage(-24 * HOUR_MS)
  const { call } = await import('@portal/shared/http/call')
  await expect(call(getBalance, { params: { restId: 'r1' } })).rejects.toThrow()
  expect(now()).toBe(server)
})

test('a response of the browser’s cache does not give the time', async () => {
  globalThis.fetch = async (_, { cache } = {}) => {
    const at = cache === 'no-store' ? server : server - 24 * HOUR_MS
    return new Response('{"items":[]}', { headers: { date: new Date(at).toUTCString() } })
  }
  const { now } = await openPage(0)
  const { call } = await import('@portal/shared/http/call')
  await call(listSbpBanks, {})
  expect(now()).toBe(server)
})

test('a stored time is never later than now by the device’s clock, so that it does not count as fresh', async () => {
  const { deviceTime, serverTime, correctClock } = await openPage(-24 * HOUR_MS)
  correctClock(server)
  expect(serverTime(Date.now())).toBe(server)
  expect(deviceTime(server - HOUR_MS)).toBe(Date.now() - HOUR_MS)
  expect(deviceTime(server + HOUR_MS)).toBe(Date.now())
})

test('ticks when the minute changes, the clock is corrected and the page is shown again, as long as somebody listens', async () => {
  const { onClockTick, correctClock } = await openPage(HOUR_MS + 59_000)
  let ticks = 0
  const stop = onClockTick(() => {
    ticks += 1
  })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ticks).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ticks).toBe(2)
  correctClock(server)
  expect(ticks).toBe(3)
  dispatchEvent(new Event('visibilitychange'))
  expect(ticks).toBe(4)
  stop()
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  dispatchEvent(new Event('visibilitychange'))
  expect(ticks).toBe(4)
  expect(vi.getTimerCount()).toBe(0)
})
