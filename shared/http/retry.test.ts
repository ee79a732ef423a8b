import { ApiError } from '@portal/shared/http/api-error'
import { mayRetry, retryDelayMs } from '@portal/shared/http/retry'
import { expect, test } from 'vitest'

const failed = (status: number) => new ApiError(status, { code: 'x', message: '' })

test.each([0, 502, 503, 504])('requests twice more after %i', (status) => {
  expect([0, 1, 2].map((failures) => mayRetry(failures, failed(status)))).toEqual([true, true, false])
})

test.each([400, 401, 403, 404, 409, 422, 429, 500])('does not retry after %i', (status) => {
  expect(mayRetry(0, failed(status))).toBe(false)
})

test('does not retry an overloaded server: the call has done that', () => {
  expect(mayRetry(0, new ApiError(503, { code: 'overloaded', message: '' }))).toBe(false)
})

test('does not retry what is no failure of a call', () => {
  expect(mayRetry(0, new TypeError('a bug'))).toBe(false)
})

test('increases the delays, which differ between clients', () => {
  const pauses = (failures: number) => Array.from({ length: 20 }, () => retryDelayMs(failures))
  expect(new Set(pauses(0)).size).toBeGreaterThan(1)
  expect(Math.max(...pauses(0))).toBeLessThan(Math.min(...pauses(1)))
  expect(Math.max(...pauses(1))).toBeLessThan(3_000)
})
