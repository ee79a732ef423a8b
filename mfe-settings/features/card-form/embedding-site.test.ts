import { expect, test } from 'vitest'
import { receivers } from './embedding-site.ts'

const allowed = ['https://shop.example', 'https://cafe.example']

test.each([
  ['https://cafe.example', ['https://cafe.example']],
  ['https://evil.example', []],
  ['https://shop.example.evil.example', []],
  // The browser does not report the page, and delivers only to the origin that matches.
  [undefined, allowed],
])('embedded in %s: %j receive the message', (around, expected) => {
  expect(receivers(allowed, around)).toEqual(expected)
})
