import { Amount } from '@portal/shared/ui/amount'
import { render, screen } from '@testing-library/react'
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
