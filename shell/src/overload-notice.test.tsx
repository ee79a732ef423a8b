import { getBalance, getTotalBalance } from '@portal/contracts/balance'
import { call } from '@portal/shared/http/call'
import { onOverloadWait } from '@portal/shared/http/overload'
import { ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { Toaster } from '@portal/shared/ui/toaster'
import { act, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { announceOverload } from './overload-notice.ts'

test('one toast says that requests wait for an overloaded server, and when they are sent again', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  onTestFinished(onOverloadWait(announceOverload))
  const rejection = new ProblemResponse(503, 'overloaded', { retry_after: 2 })
  let isOverloaded = true
  const balance = { balance: 1, pending: 0, avg_sum: 0, updated_at: '2026-11-22T10:00:00Z' }
  for (const endpoint of [getBalance, getTotalBalance])
    stub(endpoint, () => {
      if (isOverloaded) throw rejection
      return balance
    })
  render(<Toaster />)
  const responses = Promise.all([call(getTotalBalance, {}), call(getBalance, { params: { restId: '7' } })])
  await act(() => vi.advanceTimersByTimeAsync(10))
  expect(screen.getByRole('alert')).toHaveTextContent(/^Портал сейчас перегружен\. Попробуем ещё раз через 3 с\.$/)
  isOverloaded = false
  await act(() => vi.runAllTimersAsync())
  expect(await responses).toEqual([balance, balance])
})

test('a toast says that requests wait for a failover of the database', () => {
  render(<Toaster />)
  act(() => announceOverload(4, { code: 'database_failover' }))
  expect(screen.getByRole('alert')).toHaveTextContent(/^У нас небольшая заминка\. Попробуем ещё раз через 4 с\.$/)
})
