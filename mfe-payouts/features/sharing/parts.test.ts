import { expect, test } from 'vitest'
import { parseWeight } from './parts.ts'

test.each([
  ['7', 7],
  ['7,5', 7.5],
  ['7.5', 7.5],
  ['７', 7],
  ['', null],
  ['0', null],
  ['-7', null],
  ['7,3', null],
  ['745', null],
  ['0x10', null],
  ['1e1', null],
  ['7ч', null],
])('the hours %j are %j', (typed, weight) => {
  expect(parseWeight(typed)).toBe(weight)
})
