import { expect, test } from 'vitest'
import { segmentsOf } from './segments.ts'

test.each([
  ['', 1],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  // Two places each.
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  ['я'.repeat(70), 1],
  ['я'.repeat(71), 2],
  ['я'.repeat(134), 2],
  ['я'.repeat(135), 3],
  [`${'a'.repeat(70)}я`, 2],
])('%j is billed as %i', (text, segments) => {
  expect(segmentsOf(text)).toBe(segments)
})
