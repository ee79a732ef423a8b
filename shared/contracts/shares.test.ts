import { expect, test } from 'vitest'
import { divide, hasMatchingWeights, percentLeft, recipientsText, Weight } from './shares.ts'

test.for([
  // Equally; the first in the list get the kopecks that are left.
  [1_000_00, [1, 1], [500_00, 500_00]],
  [100_00, [1, 1, 1], [33_34, 33_33, 33_33]],
  [200_00, [1, 1, 1], [66_67, 66_67, 66_66]],
  [1_00, [1, 1, 1, 1, 1, 1, 1], [15, 15, 14, 14, 14, 14, 14]],
  // By hours, also tenths of them; the largest remainders come first, wherever they are in the list.
  [1_000_00, [8, 7.5, 4.5], [400_00, 375_00, 225_00]],
  [100_00, [1, 2], [33_33, 66_67]],
  [100_00, [2, 1], [66_67, 33_33]],
  [1_000_00, [0.5, 12, 10.5], [21_74, 521_74, 456_52]],
  // By percent.
  [999_99, [33.5, 33.5, 33], [335_00, 334_99, 330_00]],
  [1_000_00, [33.4, 33.3, 33.3], [334_00, 333_00, 333_00]],
  [1_000_00, [0.1, 99.9], [1_00, 999_00]],
  [1_01, [50, 50], [51, 50]],
  [7, [99.5, 0.5], [7, 0]],
] as const)('%i kopecks by %j are %j', ([kopecks, weights, parts]) => {
  expect(divide(kopecks, weights)).toEqual(parts)
})

test('the parts are the sum, no part is a kopeck or more away from its exact share, and more weight is never less', () => {
  let seed = 7
  const random = (max: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return 1 + (seed % max)
  }
  for (let round = 0; round < 2_000; round += 1) {
    const kopecks = random(75_000_00)
    const weights = Array.from({ length: 1 + random(49) }, () => random(7_440) / 10)
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    const parts = divide(kopecks, weights)
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(kopecks)
    parts.forEach((part, index) => {
      expect(Math.abs(part - (kopecks * (weights[index] ?? 0)) / total)).toBeLessThan(1)
      parts.forEach((other, otherIndex) => {
        if ((weights[index] ?? 0) > (weights[otherIndex] ?? 0)) expect(part).toBeGreaterThanOrEqual(other)
      })
    })
  }
})

test.for([
  [[50, 30], 20],
  [[33.5, 33.5, 33], 0],
  [[33.4, 33.3, 33.3], 0],
  [Array(10).fill(0.1), 99],
  [[33.3, 33.3, 33.3], 0.1],
  [[60, 50.5], -10.5],
  [[], 100],
] as const)('percents %j leave %d', ([weights, left]) => {
  expect(percentLeft(weights)).toBe(left)
})

test.for([
  ['equal', [{}, {}], true],
  ['equal', [{}, { weight: 2 }], false],
  ['hours', [{ weight: 8 }, { weight: 0.5 }], true],
  ['hours', [{ weight: 8 }, {}], false],
] as const)('%s with %j: %s', ([way, shares, expected]) => {
  expect(hasMatchingWeights({ way, shares })).toBe(expected)
})

test.for([
  [33.3, true],
  [0.1, true],
  [7.5, true],
  [744, true],
  [33.33, false],
  [0.05, false],
  [0, false],
  [744.1, false],
])('%d is a weight: %s', ([weight, expected]) => {
  expect(Weight.safeParse(weight).success).toBe(expected)
})

test('names how many get it in the dative', () => {
  expect([2, 11, 21, 41, 50].map(recipientsText)).toEqual([
    '2 сотрудникам',
    '11 сотрудникам',
    '21 сотруднику',
    '41 сотруднику',
    '50 сотрудникам',
  ])
})
