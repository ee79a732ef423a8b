// spec: 2.100

import { maskitoTransform } from '@maskito/core'
import { expect, test } from 'vitest'
import { cardDigits, cardMask, cardText } from './card-mask.ts'

test.each([
  ['', '', ''],
  ['2', '2', '2'],
  ['2200', '2200', '2200'],
  ['22007', '2200 7', '22007'],
  ['2200701395954321', '2200 7013 9595 4321', '2200701395954321'],
  ['6304000000000000000', '6304 0000 0000 0000 000', '6304000000000000000'],
  ['63040000000000000009', '6304 0000 0000 0000 000', '6304000000000000000'],
  ['2200-7013-9595-4321', '2200 7013 9595 4321', '2200701395954321'],
  [' 2200 7013\n9595 4321 ', '2200 7013 9595 4321', '2200701395954321'],
  ['2200\u00A07013', '2200 7013', '22007013'],
  ['карта 2200', '2200', '2200'],
])('%j is shown as %j and held as %j', (typed, shown, held) => {
  expect(maskitoTransform(typed, cardMask)).toBe(shown)
  expect(cardText(typed)).toBe(shown)
  expect(cardDigits(shown)).toBe(held)
})
