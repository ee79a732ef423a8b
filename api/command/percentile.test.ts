import { expect, test } from 'vitest'
import { percentile } from './percentile.ts'

test.each([
  [0, 1],
  [0.5, 51],
  [0.99, 100],
  [1, 100],
])('share %d of 1 to 100, in any order, is %d', (share, expected) => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect(percentile(values, share)).toBe(expected)
})

test('the percentile of no values is 0', () => {
  expect(percentile([], 0.5)).toBe(0)
})
