import { sessionState } from '@portal/shared/session/state/session-state'
import { toast } from '@portal/shared/session/store'
import { Toaster } from '@portal/shared/ui/toaster'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  sessionState.setState({ toasts: [] })
})

// spec: 2.34, 5.4
test('shows a message for three seconds, and an error as an alert', async () => {
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
  expect(screen.getByRole('alert')).toHaveTextContent('Не сохранено')
})

test('mounts the live regions before any message', () => {
  render(<Toaster />)
  const [status, alert] = [screen.getByRole('status'), screen.getByRole('alert')]
  expect([status, alert]).toSatisfy((regions: HTMLElement[]) =>
    regions.every(({ childElementCount }) => !childElementCount),
  )
  act(() => toast('Код скопирован'))
  act(() => toast('Не сохранено', 'error'))
  expect(status).toHaveTextContent('Код скопирован')
  expect(alert).toHaveTextContent('Не сохранено')
  expect([screen.getByRole('status'), screen.getByRole('alert')]).toEqual([status, alert])
})

test.each([
  ['the pointer', fireEvent.pointerEnter, fireEvent.pointerLeave],
  ['the focus', fireEvent.focus, fireEvent.blur],
])('pauses its timer under %s, and resumes it afterwards', async (_, comes, goes) => {
  render(<Toaster />)
  act(() => toast('Код скопирован'))
  const close = screen.getByRole('button', { name: 'Закрыть сообщение' })
  await act(() => vi.advanceTimersByTimeAsync(2000))
  comes(close)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(screen.getByText('Код скопирован')).toBeVisible()
  goes(close)
  await act(() => vi.advanceTimersByTimeAsync(999))
  expect(screen.getByText('Код скопирован')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(screen.queryByText('Код скопирован')).toBeNull()
})

test('closes immediately on demand', () => {
  render(<Toaster />)
  act(() => toast('Код скопирован'))
  act(() => screen.getByRole('button', { name: 'Закрыть сообщение' }).click())
  expect(screen.queryByText('Код скопирован')).toBeNull()
})

test('restores the focus when closed by keyboard', () => {
  render(
    <>
      <button type="button">Скопировать</button>
      <Toaster />
    </>,
  )
  const copy = screen.getByRole('button', { name: 'Скопировать' })
  act(() => copy.focus())
  act(() => toast('Код скопирован'))
  const close = screen.getByRole('button', { name: 'Закрыть сообщение' })
  act(() => close.focus())
  act(() => close.click())
  expect(copy).toHaveFocus()
})
