import { toast, useSession } from '@portal/shared/session/store'
import { Toaster } from '@portal/shared/ui/toaster'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  useSession.setState({ toasts: [] })
})

test('a message stands for three seconds, an error is an alert', async () => {
  render(<Toaster />)
  act(() => toast('Код скопирован'))
  expect(screen.getByText('Код скопирован').closest('[role=status]')).not.toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  act(() => toast('Не сохранено', 'error'))
  expect(screen.getByRole('alert')).toHaveTextContent('Не сохранено')

  await act(() => vi.advanceTimersByTimeAsync(1999))
  expect(screen.getByText('Код скопирован')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(screen.queryByText('Код скопирован')).toBeNull()
  expect(screen.getByRole('alert')).toBeVisible()
})

test('closes at once when asked', () => {
  render(<Toaster />)
  act(() => toast('Код скопирован'))
  act(() => screen.getByRole('button', { name: 'Закрыть сообщение' }).click())
  expect(screen.queryByText('Код скопирован')).toBeNull()
})
