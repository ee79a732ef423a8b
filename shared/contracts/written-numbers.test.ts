import { expect, test } from 'vitest'
import { parseDecimal } from './written-numbers.ts'

test.each([
  ['7', 7],
  ['7,5', 7.5],
  ['7.5', 7.5],
  [' 7, ', 7],
  [',5', 0.5],
  ['007', 7],
  ['-1,5', -1.5],
  ['−2', -2],
  ['７,５', 7.5],
  ['٧', 7],
  ['', null],
  [' ', null],
  ['0x10', null],
  ['0b11', null],
  ['1e1', null],
  ['1_000', null],
  ['1 000', null],
  ['7ч', null],
  ['7,5,5', null],
  ['1.5,5', null],
  ['Infinity', null],
  ['½', null],
])('%j → %j', (text, number) => {
  expect(parseDecimal(text)).toBe(number)
})
