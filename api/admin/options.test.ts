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
  expect(() => durationOption('age', text)).toThrow('--age: нужно время вида 30m')
})

test.each([
  [0, '0 с'],
  [59, '59 с'],
  [3_600, '1 ч 0 мин'],
  [8_100, '2 ч 15 мин'],
  [200_000, '2 д 7 ч'],
])('%d seconds are %s', (seconds, text) => {
  expect(ageText(seconds)).toBe(text)
})

test.each(['+79161234567', '8 (916) 123-45-67', '916.123.45.67', 'тел. 7 916 123 45 67'])('the phone of %j', (text) => {
  expect(phoneOption(text)).toBe('+79161234567')
})

test.each([
  ['+998 90 123-45-67', 'это номер другой страны'],
  ['8 800 555 35 35', 'это не мобильный номер'],
  ['+7 916', 'мало цифр'],
  ['8 916 123 45 67 8', 'слишком много цифр'],
  ['8 916 123 45 67, 8 916 765 43 21', 'здесь несколько номеров'],
])('%j is not a phone: %s', (text, reason) => {
  expect(() => phoneOption(text)).toThrow(`«${text}» — не номер вида +79161234567: ${reason}`)
})
