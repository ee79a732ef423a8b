import { getBalance } from '@portal/contracts/balance'
import { call } from '@portal/shared/http/call'
import { onOverloadWait } from '@portal/shared/http/overload'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const balance = { balance: 1, pending: 0, avg_sum: 0, updated_at: '2026-11-22T10:00:00Z' }
const overloaded = () => Response.json({ code: 'overloaded', message: '', retry_after: 2 }, { status: 503 })
const parked = () => Response.json({ code: 'too_many_requests', message: '', retry_after: 1 }, { status: 429 })

const failover = () => Response.json({ code: 'database_failover', message: '', retry_after: 3 }, { status: 503 })

const fetched = globalThis.fetch
const waits: number[] = []
let stopListening = () => {}
let sentAt: number[] = []

beforeEach(() => {
  vi.useFakeTimers()
  sentAt = []
  waits.length = 0
  stopListening = onOverloadWait((seconds) => waits.push(seconds))
})
afterEach(() => {
  stopListening()
  vi.useRealTimers()
  globalThis.fetch = fetched
})

/** A server that gives these responses in turn, the last one forever. */
function serve(...responses: (() => Response)[]): void {
  globalThis.fetch = async (_, init) => {
    init?.signal?.throwIfAborted()
    sentAt.push(Date.now())
    return (responses[sentAt.length - 1] ?? responses.at(-1))?.() as Response
  }
}

const sendRequest = (signal?: AbortSignal) =>
  call(getBalance, { params: { restId: '7' } }, signal ? { signal } : {}).catch((error: unknown) => error)

test('sends again what an overloaded server rejects, after its Retry-After, and reports the wait', async () => {
  serve(overloaded, parked, () => Response.json(balance))
  const response = sendRequest()
  await vi.runAllTimersAsync()
  expect(await response).toEqual(balance)
  const [first = 0, second = 0, third = 0] = sentAt
  expect(second - first).toBeGreaterThanOrEqual(2_000)
  expect(second - first).toBeLessThanOrEqual(3_000)
  expect(third - second).toBeGreaterThanOrEqual(1_000)
  expect(third - second).toBeLessThanOrEqual(1_500)
  expect(waits).toEqual([3, 2])
})

test('gives up after the third attempt', async () => {
  serve(overloaded)
  const response = sendRequest()
  await vi.runAllTimersAsync()
  expect(await response).toMatchObject({ status: 503, code: 'overloaded' })
  expect(sentAt).toHaveLength(3)
})

test('sends again for as long as a failover of the database may take', async () => {
  serve(...Array(6).fill(failover), () => Response.json(balance))
  const response = sendRequest()
  await vi.runAllTimersAsync()
  expect(await response).toEqual(balance)
  const [first = 0, last = 0] = [sentAt[0], sentAt.at(-1)]
  expect(last - first).toBeGreaterThanOrEqual(15_000)
})

test.each([
  [
    'a server without its database',
    () => Response.json({ code: 'database_unavailable', message: '' }, { status: 503 }),
  ],
  ['a limit of an hour', () => Response.json({ code: 'too_often', message: '', retry_after: 5 }, { status: 429 })],
  ['a long wait', () => Response.json({ code: 'overloaded', message: '', retry_after: 60 }, { status: 503 })],
])('does not send again after %s', async (_, response) => {
  serve(response)
  const result = sendRequest()
  await vi.runAllTimersAsync()
  expect(await result).toMatchObject({ name: 'ApiError' })
  expect(sentAt).toHaveLength(1)
})

test('sends nothing more after the caller has aborted the wait', async () => {
  serve(overloaded)
  const leaving = new AbortController()
  const response = sendRequest(leaving.signal)
  await vi.advanceTimersByTimeAsync(100)
  leaving.abort()
  expect(await response).toMatchObject({ name: 'AbortError' })
  expect(sentAt).toHaveLength(1)
})
