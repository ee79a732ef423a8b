// spec: 2.22

import { Amount, hideAmounts } from '@portal/shared/ui/amount'
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

test.each([
  [{ rubles: 1234.5 }, '1\u00A0234,50\u00A0₽'],
  [{ rubles: 500, direction: 'in' as const }, '+500\u00A0₽'],
  [{ rubles: 1000, direction: 'out' as const }, '\u22121\u00A0000\u00A0₽'],
])('%j reads %s', (amount, text) => {
  render(<Amount {...amount} />)
  // Blanks and all: getByText would make them ordinary.
  expect(screen.getByText(/₽/).textContent).toBe(text)
})

test('renders every hidden amount the same, and announces that it is hidden', () => {
  const { container } = render(<Amount rubles={1000} direction="out" />)
  act(() => hideAmounts(true))
  expect(screen.getByText('•••\u00A0₽', { normalizer: String })).toHaveAttribute('aria-hidden', 'true')
  expect(screen.getByText('сумма скрыта')).toBeInTheDocument()
  expect(container).not.toHaveTextContent(/\d|\u2212/)
  act(() => hideAmounts(false))
  expect(container).toHaveTextContent('1 000 ₽')
})

test('never hides an amount that has to be visible', () => {
  hideAmounts(true)
  render(<Amount rubles={1000} always />)
  expect(screen.getByText(/1\s000\s₽/)).toBeVisible()
})

test('stores the choice, and no amount', () => {
  hideAmounts(true)
  expect(Object.values(localStorage)).toEqual(['hidden'])
  const { container } = render(<Amount rubles={1000} />)
  expect(container).not.toHaveTextContent('1')
})

test('follows a choice made in another tab', () => {
  const { container } = render(<Amount rubles={1000} />)
  localStorage.setItem('chaevye:amounts', 'hidden')
  act(() => void dispatchEvent(new StorageEvent('storage')))
  expect(container).not.toHaveTextContent('1')
})
