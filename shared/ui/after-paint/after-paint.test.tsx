import { useAfterPaint } from '@portal/shared/ui/after-paint'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

function Example() {
  const [wanted, setWanted] = useState(false)
  const painted = useAfterPaint(wanted)
  return (
    <button type="button" aria-expanded={wanted} onClick={() => setWanted(!wanted)}>
      {painted ? 'Открыто' : 'Закрыто'}
    </button>
  )
}

let frames: FrameRequestCallback[] = []

beforeEach(() => {
  frames = []
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The browser paints the frame after its callbacks, and runs timers after that. */
const paintFrame = () => act(() => frames.shift()?.(0))
const runTimers = () => act(() => vi.runAllTimers())

test('content is shown after the paint of the press, and disappears immediately when it closes', () => {
  render(<Example />)
  const button = screen.getByRole('button')
  fireEvent.click(button)
  runTimers()
  paintFrame()
  expect(button).toHaveAttribute('aria-expanded', 'true')
  expect(button).toHaveTextContent('Закрыто')
  runTimers()
  expect(button).toHaveTextContent('Открыто')

  fireEvent.click(button)
  expect(button).toHaveTextContent('Закрыто')
  fireEvent.click(button)
  expect(button).toHaveTextContent('Закрыто')
})

test('content that closes before the paint is never shown', () => {
  vi.stubGlobal('cancelAnimationFrame', () => {
    frames = []
  })
  render(<Example />)
  const button = screen.getByRole('button')
  fireEvent.click(button)
  fireEvent.click(button)
  paintFrame()
  runTimers()
  expect(button).toHaveTextContent('Закрыто')
})
