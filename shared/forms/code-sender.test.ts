import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { codeSender } from './otp-step.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function sender() {
  const requests: string[] = []
  const send = codeSender(async (phone) => {
    requests.push(phone)
    return { expires_in: 300, resend_in: 60, digits: 6, phone_masked: phone }
  })
  return { requests, send }
}

test('does not request a pending code again, and continues the wait for the next', async () => {
  const { requests, send } = sender()
  expect((await send('+79990000001')).resend_in).toBe(60)
  vi.advanceTimersByTime(25_000)
  expect((await send('+79990000001')).resend_in).toBe(35)
  expect(requests).toHaveLength(1)
})

test('requests a code when the wait is over, or for another phone', async () => {
  const { requests, send } = sender()
  await send('+79990000001')
  await send('+79990000002')
  vi.advanceTimersByTime(60_000)
  expect((await send('+79990000002')).resend_in).toBe(60)
  expect(requests).toEqual(['+79990000001', '+79990000002', '+79990000002'])
})

test('requests a code when the phone has slept until the wait was over', async () => {
  const { requests, send } = sender()
  await send('+79990000001')
  vi.setSystemTime(Date.now() + 60_000)
  expect((await send('+79990000001')).resend_in).toBe(60)
  expect(requests).toHaveLength(2)
})
