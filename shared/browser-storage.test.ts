import { hasDraft, localStore, sessionStore, storedObject } from '@portal/shared/browser-storage'
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

const denied = () => {
  throw new DOMException('Access is denied for this document.', 'SecurityError')
}
const full = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
}
const nothing = { getItem: () => null, removeItem: () => {} }

test.each<[string, PropertyDescriptor]>([
  ['is denied', { get: denied }],
  ['is null', { value: null }],
  ['is undefined', { value: undefined }],
  ['has no methods', { value: {} }],
  ['denies each access', { value: { getItem: denied, setItem: denied, removeItem: denied } }],
  ['is full', { value: { ...nothing, setItem: full } }],
  ['lacks a method', { value: { ...nothing, setItem: undefined } }],
  ['returns undefined', { value: { ...nothing, setItem: full, getItem: () => undefined } }],
])('a value lasts as long as the page where the storage of the browser %s', (_, storage) => {
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, ...storage })
  expect(sessionStore.getItem('draft')).toBeNull()
  sessionStore.setItem('draft', '500')
  expect(sessionStore.getItem('draft')).toBe('500')
  sessionStore.removeItem('draft')
  expect(sessionStore.getItem('draft')).toBeNull()
  expect(hasDraft()).toBe(false)
})

test('a full storage keeps the previous value', () => {
  sessionStorage.setItem('draft', '500')
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    value: { getItem: (key: string) => (key === 'draft' ? '500' : null), setItem: full },
  })
  sessionStore.setItem('draft', '600')
  expect(sessionStore.getItem('draft')).toBe('500')
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
