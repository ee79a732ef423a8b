import { localStore, sessionStore } from '@portal/shared/browser-storage'
import { afterEach, expect, test } from 'vitest'

const real = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage')

afterEach(() => {
  if (real) Object.defineProperty(globalThis, 'sessionStorage', real)
  localStorage.clear()
})

test('stores values in the browser', () => {
  localStore.setItem('theme', 'dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  localStore.removeItem('theme')
  expect(localStore.getItem('theme')).toBeNull()
})

test('stores values in the page where the browser denies its storage', () => {
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    get() {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  })
  expect(sessionStore.getItem('draft')).toBeNull()
  sessionStore.setItem('draft', '500')
  expect(sessionStore.getItem('draft')).toBe('500')
  sessionStore.removeItem('draft')
  expect(sessionStore.getItem('draft')).toBeNull()
})

test('a full storage throws nothing', () => {
  const full = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, value: { setItem: full } })
  expect(() => sessionStore.setItem('draft', '500')).not.toThrow()
})
