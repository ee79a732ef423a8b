import { expect, test } from 'vitest'
import { ageText, durationOption, phoneOption } from './options.ts'

test.each([
  ['90s', 90],
  ['30m', 1_800],
  ['2h', 7_200],
  ['3d', 259_200],
])('a time of %s is %d seconds', (text, seconds) => {
  expect(durationOption('age', text)).toBe(seconds)
})

test.each(['', '30', 'm', '1h30m', '-1h', '999999d'])('%j is no time', (text) => {
  expect(() => durationOption('age', text)).toThrow('--age must be a time such as 30m')
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

test.each(['+79161234567', '8 (916) 123-45-67', '916.123.45.67', 'тел. 7 916 123 45 67'])('the phone of %j', (text) => {
  expect(phoneOption(text)).toBe('+79161234567')
})

test.each([
  ['+998 90 123-45-67', 'it belongs to another country'],
  ['8 800 555 35 35', 'it is no mobile number'],
  ['+7 916', 'it has too few digits'],
  ['8 916 123 45 67 8', 'it has too many digits'],
  ['8 916 123 45 67, 8 916 765 43 21', 'it contains several numbers'],
])('%j is not a phone: %s', (text, reason) => {
  expect(() => phoneOption(text)).toThrow(`${text} is not a phone number such as +79161234567: ${reason}`)
})
