import { expect, test } from 'vitest'
import { payoutFee } from './payout-fee.ts'

const card = { percent: 1.5, fixed: 0, min: 15 }

test.each([
  // Kopecks → kopecks.
  ['the minimum', 100_00, card, 15_00],
  ['where the percent reaches the minimum', 1_000_00, card, 15_00],
  ['a kopeck above it', 1_000_01, card, 15_01],
  ['a whole percent', 75_000_00, card, 1_125_00],
  ['a part of a kopeck goes up', 3_333_33, card, 50_00],
  ['a hair above a kopeck goes up', 3_333_34, card, 50_01],
  ['nothing for СБП', 75_000_00, { percent: 0, fixed: 0, min: 0 }, 0],
  ['percent and fixed', 1_000_00, { percent: 2, fixed: 10.5, min: 0 }, 30_50],
  ['never above the amount', 10_00, card, 10_00],
  // 0.29 * 100 is 28.999999999999996 in binary.
  ['loses no kopeck to binary fractions', 1_000_00, { percent: 0.29, fixed: 0, min: 0 }, 2_90],
  ['nor won', 1_000_00, { percent: 1.1, fixed: 0, min: 0 }, 11_00],
])('%s: %d at %o → %d', (_, amount, fee, expected) => {
  expect(payoutFee(amount, fee)).toBe(expected)
})

// spec: 11.14
test('for every ruble up to the limit: whole kopecks, at least the percent, less than a kopeck above it', () => {
  for (let rubles = 1_000; rubles <= 75_000; rubles++) {
    const fee = payoutFee(rubles * 100, card)
    const share = (rubles * 100 * 15) / 1_000
    expect(Number.isInteger(fee) && fee >= share && fee < share + 1, `${rubles} ₽ → ${fee}`).toBe(true)
  }
})
