import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SectionLate, SectionSkeleton, Waiting } from './section-notices.tsx'

afterEach(() => {
  vi.useRealTimers()
})

test('a section explains the wait within five seconds, with a suggestion', () => {
  vi.useFakeTimers()
  const retried: true[] = []
  render(<Waiting skeleton={<SectionSkeleton />} late={<SectionLate onRetry={() => retried.push(true)} />} />)
  act(() => vi.advanceTimersByTime(3900))
  expect(screen.queryByRole('alert')).toBeNull()
  act(() => vi.advanceTimersByTime(1000))
  expect(screen.getByText('Раздел загружается дольше обычного')).toBeDefined()
  screen.getByRole('button', { name: 'Повторить' }).click()
  expect(retried).toHaveLength(1)
})
