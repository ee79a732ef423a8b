import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCircuits } from './circuits.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

test('opens after three failures, until the interval has passed', () => {
  const circuits = createCircuits(1_000)
  circuits.failed('page')
  circuits.failed('page')
  expect(circuits.allows('page')).toBe(true)
  circuits.failed('page')
  expect(circuits.allows('page')).toBe(false)
  expect(circuits.allows('another')).toBe(true)
  vi.advanceTimersByTime(1_000)
  expect(circuits.allows('page')).toBe(true)
})

test('opens again at the next failure, and not when the page is rendered', () => {
  const circuits = createCircuits(1_000)
  for (let failure = 0; failure < 3; failure += 1) circuits.failed('page')
  vi.advanceTimersByTime(1_000)
  circuits.failed('page')
  expect(circuits.allows('page')).toBe(false)
  vi.advanceTimersByTime(1_000)
  for (let page = 0; page < 20; page += 1) circuits.succeeded('page')
  circuits.failed('page')
  expect(circuits.allows('page')).toBe(true)
})

test.each([
  [true, 10],
  [false, 3],
])('allows it: %s, where one of %i renderings fails', (allowed, each) => {
  const circuits = createCircuits(1_000)
  for (let page = 0; page < 100; page += 1) {
    if (page % each === 0) circuits.failed('page')
    else circuits.succeeded('page')
  }
  expect(circuits.allows('page')).toBe(allowed)
})
