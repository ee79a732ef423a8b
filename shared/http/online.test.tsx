import { getBalance } from '@portal/contracts/balance'
import { call } from '@portal/shared/http/call'
import { isOnline, useOnline } from '@portal/shared/http/online'
import { loseNetwork, NetworkError, ProblemResponse, restoreNetwork, stub } from '@portal/shared/testing/http-stub'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const request = () => call(getBalance, { params: { restId: 'r1' } })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const shown = () => screen.getByRole('status').textContent

beforeEach(() => {
  vi.useFakeTimers()
  function Network() {
    return <output>{useOnline() ? 'есть' : 'нет'}</output>
  }
  render(<Network />)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('the network is lost when requests get no response, and is back by itself with the first one', async () => {
  expect(shown()).toBe('есть')
  loseNetwork()
  await pass(1)
  expect(shown()).toBe('нет')
  await pass(60_000)
  expect(shown()).toBe('нет')
  // No event of the browser says it.
  vi.spyOn(globalThis, 'dispatchEvent').mockReturnValue(true)
  restoreNetwork()
  await pass(3_000)
  expect(shown()).toBe('есть')
})

test('without an event, a request without a response means offline, and a response of any status means online', async () => {
  vi.spyOn(globalThis, 'dispatchEvent').mockReturnValue(true)
  loseNetwork()
  await expect(request()).rejects.toMatchObject({ code: 'offline' })
  await pass(1)
  expect(shown()).toBe('нет')
  restoreNetwork()
  stub(getBalance, () => {
    throw new ProblemResponse(500, 'internal_error')
  })
  await expect(request()).rejects.toMatchObject({ code: 'internal_error' })
  await pass(0)
  expect(shown()).toBe('есть')
})

test('one failed request among successful ones does not mean offline', async () => {
  stub(getBalance, () => {
    throw new NetworkError()
  })
  await expect(request()).rejects.toMatchObject({ code: 'offline' })
  await pass(1)
  expect(shown()).toBe('есть')
})

test('an event of the browser does not mean offline by itself', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  dispatchEvent(new Event('offline'))
  await pass(60_000)
  expect(shown()).toBe('есть')
  expect(isOnline()).toBe(true)
})

test('a hidden page sends no probes, and a visible one does again', async () => {
  loseNetwork()
  await pass(1)
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  restoreNetwork()
  await pass(60_000)
  expect(shown()).toBe('нет')
  visibility.mockReturnValue('visible')
  dispatchEvent(new Event('visibilitychange'))
  await pass(1)
  expect(shown()).toBe('есть')
})
