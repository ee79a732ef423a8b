import { expect, test } from 'vitest'
import { goalPercent } from './goal-percent.ts'

test.each([
  [0, 100, 0],
  [29, 100, 29],
  [28.99, 100, 28],
  [0.29, 1, 29],
  [999.99, 1_000, 99],
  [1_000, 1_000, 100],
  [2_500, 1_000, 100],
])('%d rubles of %d are %d percent of a goal', (earned, amount, percent) => {
  expect(goalPercent({ earned, amount })).toBe(percent)
})
