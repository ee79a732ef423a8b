import { expect, test } from 'vitest'
import { ageText, durationOption } from './options.ts'

test.each([
  ['90s', 90],
  ['30m', 1_800],
  ['2h', 7_200],
  ['3d', 259_200],
])('a time of %s is %d seconds', (text, seconds) => {
  expect(durationOption('age', text)).toBe(seconds)
})

test.each(['', '30', 'm', '1h30m', '-1h', '999999d'])('%j is no time', (text) => {
  expect(() => durationOption('age', text)).toThrow('--age is a time such as 30m')
})

test.each([
  [0, '0s'],
  [59, '59s'],
  [3_600, '1h 0m'],
  [8_100, '2h 15m'],
  [200_000, '2d 7h'],
])('%d seconds are %s', (seconds, text) => {
  expect(ageText(seconds)).toBe(text)
})
