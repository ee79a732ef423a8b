import { expect, test } from 'vitest'
import { acceptsCoding } from './accepts-coding.ts'

test.each([
  ['br', true],
  ['gzip, deflate, br, zstd', true],
  ['gzip;q=1.0, BR;q=0.5', true],
  ['br;level=4', true],
  ['br;q=0', false],
  ['br; q=0.000, gzip', false],
  ['br;q=', false],
  ['br;q=garbage', false],
  ['br;q=-1', false],
  ['gzip', false],
  ['*', false],
  ['x-br', false],
  ['abr, br-x', false],
  ['', false],
  [undefined, false],
])('Accept-Encoding: %s → %s', (header, expected) => {
  expect(acceptsCoding(header, 'br')).toBe(expected)
})

test.each([
  ['gzip, deflate, br, zstd, dcb, dcz', true],
  ['dcz;q=0', false],
  ['dcb', false],
])('Accept-Encoding: %s allows dcz → %s', (header, expected) => {
  expect(acceptsCoding(header, 'dcz')).toBe(expected)
})
