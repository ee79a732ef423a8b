import { expect, test } from 'vitest'
import { createRequestWeights } from './request-weights.ts'

test.each([
  [1, 0],
  [2, 1],
  [7, 2],
  [15, 3],
  [16, 4],
  [1_000, 4],
])('the last of %d requests of a caller weighs %d', (requests, expected) => {
  const weights = createRequestWeights()
  let weight = 0
  for (let n = 0; n < requests; n += 1) weight = weights.add('203.0.113.7', n)
  expect(weight).toBe(expected)
  expect(weights.add('198.51.100.9', requests)).toBe(0)
})

test('what was sent counts for half a minute at least, and after a minute no more', () => {
  const weights = createRequestWeights()
  for (let n = 0; n < 64; n += 1) weights.add('203.0.113.7', 0)
  expect(weights.add('203.0.113.7', 30_000)).toBe(4)
  expect(weights.add('203.0.113.7', 90_000)).toBe(0)
})

test('an attacker with more addresses than are stored leaves a caller who sends on its weight', () => {
  const weights = createRequestWeights()
  for (let n = 0; n < 64; n += 1) weights.add('203.0.113.7', 0)
  for (let n = 0; n < 20_000; n += 1) weights.add(`2a02:6b8:0:${n.toString(16)}`, 0)
  expect(weights.add('203.0.113.7', 0)).toBe(4)
})
