import { maskitoTransform } from '@maskito/core'
import { describe, expect, test } from 'vitest'
import { cardMask } from './card-mask.ts'
import { codeMask } from './code-mask.ts'
import { type Mask, toMaskito } from './masked-input.ts'
import { moneyMask } from './money-mask.ts'
import { phoneMask } from './phone-mask.ts'

/** Each row: what stands in the input as a whole, what it shows then, and what the form holds. */
type Rows = readonly (readonly [written: string, shown: string, held: unknown])[]

function testMask<T>(createMask: () => Mask<T>, rows: Rows) {
  test.each(rows)('%j → %j, held as %j', (written, shown, held) => {
    const mask = createMask()
    expect(maskitoTransform(written, toMaskito(mask))).toBe(shown)
    expect(mask.format(shown)).toBe(shown)
    expect(mask.parse(shown)).toBe(held)
  })
}

const whole = '+7 (999) 123-45-67'
const phone = '+79991234567'
const nbsp = '\u00A0'

// spec: 4.4
describe('a phone', () => {
  testMask(phoneMask, [
    ['', '', ''],
    ['+7 (', '', ''],
    ['9', '+7 (9', '+7 (9'],
    ['899', '+7 (99', '+7 (99'],
    ['+79991', '+7 (999) 1', '+7 (999) 1'],
    ['89991234567', whole, phone],
    ['+79991234567', whole, phone],
    [whole, whole, phone],
    [' тел. 8 999 123-45-67 (Анна)\n', whole, phone],
    ['８（９９９）１２３－４５－６７', whole, phone],
    ['+7 +7 999 123 45 67', whole, phone],
  ])
})

describe('what is no Russian phone stays as it is written', () => {
  const texts = ['+', '8', '+7', '00', '007', '8-10', '+998 90 123-45-67', '+7 701 123 45 67', '8 800 555 35 35']
  const others = ['998901234567', '+8 999 123 45 67', '8 999 123-45-67, 8 999 765-43-21', '+7 (999) 123-45-678', 'Анна']
  testMask(
    phoneMask,
    [...texts, ...others].map((text) => [text, text, text] as const),
  )
})

test('a phone that turns out to be foreign is shown as it was typed, without the code that the mask had put before it', () => {
  const { format } = phoneMask()
  expect(format('9989012345')).toBe('+7 (998) 901-23-45')
  expect(format('+7 (998) 901-23-456')).toBe('99890123456')
  expect(format('9989012345')).toBe('+7 (998) 901-23-45')
  expect(format('+7 (812) 901-23-45')).toBe('+7 (812) 901-23-45')
})

// spec: 7.1
describe('a sum', () => {
  testMask(
    () => moneyMask,
    [
      ['', '', null],
      ['0', '', null],
      ['.', '', null],
      [',5', '5', 5],
      ['007', '7', 7],
      ['500', '500', 500],
      ['1234', `1${nbsp}234`, 1234],
      ['1234567', `1${nbsp}234${nbsp}567`, 1_234_567],
      ['12,4', '12,4', 12],
      ['12,5', '12,5', 13],
      ['1234.56', `1${nbsp}234,56`, 1235],
      ['12,', '12,', 12],
      [' 2 500.5\n', `2${nbsp}500,5`, 2501],
      ['1 234,50 ₽', `1${nbsp}234,50`, 1235],
      ['500 руб.', '500', 500],
      ['1\u202F500 рублей', `1${nbsp}500`, 1500],
      ['１５００', `1${nbsp}500`, 1500],
      ['٥٠٠', '500', 500],
      ['9876543210', `9${nbsp}876${nbsp}543${nbsp}210`, 9_876_543_210],
    ],
  )
})

describe('text that is not a sum stays as it is written, and the form holds no sum', () => {
  const texts = ['0,5', '10,000', '1,999', '1,234.56', '1.234,56', '1,2.3', '1.2.3', '-500', '−500', '1e5', '0x10', '½']
  const others = ['двести', '1 000 или 2 000', '100 50', '1 00 000', '5 руб. 50 коп.', '5%', '1234567890123456']
  testMask(
    () => moneyMask,
    [...texts, ...others].map((text) => [text, text, null] as const),
  )
})

// spec: 2.100
describe('a card', () => {
  testMask(
    () => cardMask,
    [
      ['', '', ''],
      ['2', '2', '2'],
      ['2200', '2200', '2200'],
      ['22007', '2200 7', '22007'],
      ['2200701395954321', '2200 7013 9595 4321', '2200701395954321'],
      ['6304000000000000000', '6304 0000 0000 0000 000', '6304000000000000000'],
      ['2200-7013-9595-4321', '2200 7013 9595 4321', '2200701395954321'],
      ['карта 2200 7013\n9595 4321 ', '2200 7013 9595 4321', '2200701395954321'],
      ['２２００\u00A07013', '2200 7013', '22007013'],
    ],
  )
})

describe('what is no card number stays as it is written', () => {
  const texts = [
    '22007013959543210000',
    '2200 7013 9595 4321 12/26',
    '2200 O013 9595 4321',
    '+2200701395954321',
    'карта',
  ]
  testMask(
    () => cardMask,
    texts.map((text) => [text, text, text] as const),
  )
})

// spec: 7.3
describe('a code', () => {
  testMask(
    () => codeMask(6, () => {}),
    [
      ['', '', ''],
      ['123', '123', ''],
      ['123456', '123456', '123456'],
      [' 123 456\n', '123456', '123456'],
      ['123-456', '123456', '123456'],
      ['１２３４５６', '123456', '123456'],
      ['١٢٣٤٥٦', '123456', '123456'],
      ['Код: 654 321', '654321', '654321'],
      ['493817 — код для вывода 1 000 ₽. Никому его не говорите\n@chaevye.ru #493817', '493817', '493817'],
      ['1234567', '1234567', ''],
      ['123456 или 654321', '123456 или 654321', ''],
    ],
  )
})

test.each([
  // `12|345`, a digit before the caret: `129|345` grouped again, the caret still behind the 9
  [`1${nbsp}2934`, 4, 4],
  ['12345', 2, 2],
  ['12345', 3, 4],
  ['12345', 5, 6],
  ['12345,6', 7, 8],
])('the caret of the sum %j at %i goes to %i', (value, before, after) => {
  const { selection } = maskitoTransform({ value, selection: [before, before] }, toMaskito(moneyMask))
  expect(selection).toEqual([after, after])
})
