import { useOnline } from '@portal/shared/http/online'
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
})

test('follows the network', () => {
  function Network() {
    return <output>{useOnline() ? 'есть' : 'нет'}</output>
  }
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  render(<Network />)
  expect(screen.getByRole('status')).toHaveTextContent('есть')
  for (const [event, now, text] of [
    ['offline', false, 'нет'],
    ['online', true, 'есть'],
  ] as const) {
    onLine.mockReturnValue(now)
    act(() => {
      dispatchEvent(new Event(event))
    })
    expect(screen.getByRole('status')).toHaveTextContent(text)
  }
})
