import { maskitoTransform } from '@maskito/core'
import { describe, expect, test } from 'vitest'
import { phoneDigits, phoneMask, phoneText, phoneValue } from './phone-mask.ts'

const whole = '+7 (999) 123-45-67'

// spec: 4.4
describe('however it is written, it is one phone', () => {
  test.each([
    '89991234567',
    '+79991234567',
    '79991234567',
    '9991234567',
    '8 (999) 123-45-67',
    '+7 999 123 45 67',
    ' 8-999-123-45-67\n',
    'тел. 8 999 123 45 67',
    '+7 (999) 123-45-67',
    '8\u00A0999\u00A0123\u00A045\u00A067',
  ])('%j', (written) => {
    expect(maskitoTransform(written, phoneMask)).toBe(whole)
    expect(phoneValue(written)).toBe('+79991234567')
  })
})

test.each([
  ['', ''],
  ['+', ''],
  ['8', ''],
  ['+7', ''],
  ['9', '9'],
  ['+7 (9', '9'],
  ['899', '99'],
  ['8999123456789', '9991234567'],
])('phoneDigits: %j → %j', (text, digits) => {
  expect(phoneDigits(text)).toBe(digits)
})

test.each([
  ['', ''],
  ['+79', '+7 (9'],
  ['+7999', '+7 (999'],
  ['+79991', '+7 (999) 1'],
  ['+799912345', '+7 (999) 123-45'],
  ['+79991234567', whole],
])('phoneText: %j → %j', (phone, text) => {
  expect(phoneText(phone)).toBe(text)
})

test.each([
  ['+7 (', ''],
  ['+7 (999) 12', '+799912'],
])('phoneValue: %j → %j', (text, value) => {
  expect(phoneValue(text)).toBe(value)
})
