// spec: 7.1

import { maskitoTransform } from '@maskito/core'
import { expect, test } from 'vitest'
import { moneyMask, moneyText, moneyValue } from './money-mask.ts'

const blank = '\u00A0'

test.each([
  ['', '', null],
  ['0', '', null],
  ['.', '', null],
  [',5', '5', 5],
  ['007', '7', 7],
  ['500', '500', 500],
  ['1234', `1${blank}234`, 1234],
  ['1234567', `1${blank}234${blank}567`, 1_234_567],
  ['12,4', '12,4', 12],
  ['12,5', '12,5', 13],
  ['1234.56', `1${blank}234,56`, 1235],
  ['12,', '12,', 12],
  ['12,3,4', '12,34', 12],
  ['1.2.3', '1,23', 1],
  ['1,999', '1,99', 2],
  ['1 234,50 ₽', `1${blank}234,50`, 1235],
  ['-500', '500', 500],
  ['1e5', '15', 15],
  ['двести', '', null],
  ['9876543210', `987${blank}654${blank}321`, 987_654_321],
])('%j is shown as %j and means %j', (typed, shown, value) => {
  expect(moneyText(typed)).toBe(shown)
  expect(moneyValue(typed)).toBe(value)
})

test.each([
  ['1 000', `1${blank}000`],
  [' 2500.5\n', `2${blank}500,5`],
  ['0', ''],
])('put in at once: %j → %j', (text, shown) => {
  expect(maskitoTransform(text, moneyMask)).toBe(shown)
})

test.each([
  // `12|345`, a digit before the caret: `129|345` grouped again, the caret still behind the 9
  [`1${blank}2934`, 4, 4],
  ['12345', 2, 2],
  ['12345', 3, 4],
  ['12345', 5, 6],
])('the caret of %j at %i goes to %i', (value, before, after) => {
  const { selection } = maskitoTransform({ value, selection: [before, before] }, moneyMask)
  expect(selection).toEqual([after, after])
})
