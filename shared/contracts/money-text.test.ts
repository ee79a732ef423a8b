import { expect, test } from 'vitest'
import { formatRubles, formatSignedRubles } from './money-text.ts'

/** The blank of an amount, U+00A0, written so that it can be read. */
function shown(text: string): string {
  return text.replaceAll('_', '\u00A0')
}

// spec: 2.22, 11.3
test.each([
  [0, '0_₽'],
  [1, '1_₽'],
  [999, '999_₽'],
  [1234, '1_234_₽'],
  [1234.5, '1_234,50_₽'],
  [1234.05, '1_234,05_₽'],
  [1_234_567.89, '1_234_567,89_₽'],
  [0.1 + 0.2, '0,30_₽'],
  [0.004, '0_₽'],
  [-500, '\u2212500_₽'],
  [-0.001, '0_₽'],
])('formatRubles: %d → %s', (rubles, text) => {
  expect(formatRubles(rubles)).toBe(shown(text))
})

test.each([
  [500, 'in', '+500_₽'],
  [1000, 'out', '\u22121_000_₽'],
  [12.3, 'in', '+12,30_₽'],
  [-1000, 'out', '\u22121_000_₽'],
] as const)('formatSignedRubles: %d %s → %s', (rubles, direction, text) => {
  expect(formatSignedRubles(rubles, direction)).toBe(shown(text))
})
