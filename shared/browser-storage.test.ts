import { localStore, sessionStore, storedObject } from '@portal/shared/browser-storage'
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

test('throws nothing when the storage is full', () => {
  const full = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, value: { setItem: full } })
  expect(() => sessionStore.setItem('draft', '500')).not.toThrow()
})

test.each([
  ['an object of the shape', '{"amount":500}', { amount: 500 }],
  ['an object of another shape', '{"sum":500}', null],
  ['a value that is no object', '500', null],
  ['text that is no JSON', '{"amount":', null],
  ['nothing', undefined, null],
])('%s is read as it should be', (_, text, expected) => {
  if (text !== undefined) localStorage.setItem('draft', text)
  const draft = storedObject<{ amount: number }>(localStore, 'draft', ({ amount }) =>
    amount === undefined ? null : { amount },
  )
  expect(draft.read()).toEqual(expected)
})

test('stores, reads and removes an object', () => {
  const draft = storedObject<{ amount: number }>(localStore, 'draft', (stored) => stored as { amount: number })
  draft.write({ amount: 500 })
  expect(draft.read()).toEqual({ amount: 500 })
  draft.remove()
  expect(localStorage.getItem('draft')).toBeNull()
})
