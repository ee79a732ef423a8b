import { expect, test } from 'vitest'
import { barBox, formatAxis, gridLines } from './axis.ts'

test.each([
  [0, [0, 100]],
  [3400, [0, 1000, 2000, 3000, 4000]],
  [350, [0, 100, 200, 300, 400]],
  [1_234_567.5, [0, 500_000, 1_000_000, 1_500_000]],
])('up to %d ₽ → lines at %o', (highest, lines) => {
  expect(gridLines(highest)).toEqual(lines)
})

test.each([
  [1500, '1 500'],
  [150_000, '150 тыс.'],
  [1_500_000, '1,5 млн'],
])('%d → %s on the axis', (rubles, label) => {
  expect(formatAxis(rubles).replace(/\s/g, ' ')).toBe(label)
})

test('centres bars in their slots, and limits their width', () => {
  expect(barBox(1, 10, 0.5)).toEqual({ x: 12.5, width: 5 })
  const { x, width } = barBox(0, 1, 1)
  expect(width).toBeLessThan(20)
  expect(x + width / 2).toBe(50)
})
