// spec: 2.191

import { hideOnLeaving, useAmountsOnOpening } from '@portal/shared/hide-on-leaving'
import { Amount, hideAmounts } from '@portal/shared/ui/amount'
import { act, render, renderHook, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
  hideAmounts(false)
})

function leave(): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

function choose(): void {
  const { result } = renderHook(useAmountsOnOpening)
  act(() => result.current[1]('hidden'))
  expect(result.current[0]).toBe('hidden')
}

const shown = () => screen.queryByText('сумма скрыта') === null

test('hides amounts when the user leaves, where that is chosen', () => {
  render(<Amount rubles={1000} />)
  const end = hideOnLeaving()
  leave()
  expect(shown()).toBe(true)

  choose()
  expect(shown()).toBe(true)
  leave()
  expect(shown()).toBe(false)
  // The server renders the next page without amounts.
  expect(document.cookie).toContain('=1')
  end()
})

test('hides no amounts after its end', () => {
  render(<Amount rubles={1000} />)
  choose()
  hideOnLeaving()()
  leave()
  expect(shown()).toBe(true)
})
