// spec: 2.100, 7.6

import { expect, test } from 'vitest'
import { cardNetwork, isCardNumber } from './card-number.ts'

test.each([
  ['2200000000000053', 'mir'],
  ['2204999999999999', 'mir'],
  ['2205000000000000', undefined],
  ['4000000000000002', 'visa'],
  ['5100000000000000', 'mastercard'],
  ['5600000000000000', undefined],
  ['2221000000000000', 'mastercard'],
  ['2220999999999999', undefined],
  ['2720990000000000', 'mastercard'],
  ['2721000000000000', undefined],
  // While it is typed.
  ['', undefined],
  ['2', undefined],
  ['220', undefined],
  ['2200', 'mir'],
  ['4', 'visa'],
  ['51', 'mastercard'],
])('%j is of %s', (card, network) => {
  expect(cardNetwork(card)).toBe(network)
})

test.each([
  ['4111111111111111', true],
  ['4111111111111112', false],
  ['2200701395954321', true],
  ['2200701395954312', false],
  ['6304000000000000000', true],
  ['411111111111111', false],
  ['4111 1111 1111 1111', false],
  ['', false],
])('the check digit of %j: %s', (card, valid) => {
  expect(isCardNumber(card)).toBe(valid)
})
