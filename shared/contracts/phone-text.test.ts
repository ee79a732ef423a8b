import { expect, test } from 'vitest'
import { formatPhone, maskPhone } from './phone-text.ts'

// spec: 2.25
test.each([
  ['+79991234567', '+7 (999) 123-45-67', '+7 (999) •••-••-67'],
  ['+79000000001', '+7 (900) 000-00-01', '+7 (900) •••-••-01'],
])('%s → %s, masked %s', (phone, whole, masked) => {
  expect(formatPhone(phone)).toBe(whole)
  expect(maskPhone(phone)).toBe(masked)
})
