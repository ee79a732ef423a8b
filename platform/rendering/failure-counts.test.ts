import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FailureCounts } from './failure-counts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

test('three failures block a page until the interval has passed', () => {
  const counts = new FailureCounts()
  counts.addFailure('page')
  counts.addFailure('page')
  expect(counts.isBlocked('page')).toBe(false)
  counts.addFailure('page')
  expect(counts.isBlocked('page')).toBe(true)
  expect(counts.isBlocked('another')).toBe(false)
  vi.advanceTimersByTime(30_000)
  expect(counts.isBlocked('page')).toBe(false)
})

test('after the interval one more failure blocks a page again, unless it was rendered meanwhile', () => {
  const counts = new FailureCounts()
  for (let failure = 0; failure < 3; failure += 1) counts.addFailure('page')
  vi.advanceTimersByTime(30_000)
  counts.addFailure('page')
  expect(counts.isBlocked('page')).toBe(true)
  vi.advanceTimersByTime(30_000)
  for (let page = 0; page < 20; page += 1) counts.addSuccess('page')
  counts.addFailure('page')
  expect(counts.isBlocked('page')).toBe(false)
})

test.each([
  [false, 10],
  [true, 3],
])('a page is blocked: %s, where one of %i renderings fails', (isBlocked, each) => {
  const counts = new FailureCounts()
  for (let page = 0; page < 100; page += 1) {
    if (page % each === 0) counts.addFailure('page')
    else counts.addSuccess('page')
  }
  expect(counts.isBlocked('page')).toBe(isBlocked)
})
