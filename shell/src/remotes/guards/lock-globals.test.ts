import { createContext, runInContext } from 'node:vm'
import { beforeEach, expect, test } from 'vitest'
import { lockGlobals } from './lock-globals.ts'

/** A realm of its own: what is locked stays locked. */
let realm: object
/** What a browser has and Node has not, or outside of its realms alone. */
const ofBrowser = `
class Document { get title() { return 'Чаевые' } set title(text) {} }
class Navigator { sendBeacon() { return true } get onLine() { return true } }
class AbortSignal { static any() {} get aborted() { return false } }
class MessagePort { postMessage() {} }
Object.assign(globalThis, { Document, Navigator, AbortSignal, MessagePort, document: new Document(), navigator: new Navigator(), scrollTo() {} })
`
const run = (code: string): unknown => runInContext(`'use strict';${code}`, realm)

beforeEach(() => {
  realm = createContext({ fetch: () => 'the browser’s', portal: {} })
  run(ofBrowser)
  lockGlobals(runInContext('globalThis', realm))
})

test.each([
  'Array.prototype.map = () => []',
  'Array.prototype.push = () => 0',
  'Array.prototype.injected = 1',
  'Object.prototype.injected = 1',
  'Object.prototype.toString = () => ""',
  'Object.keys = () => []',
  'JSON.parse = () => ({})',
  'Promise = class {}',
  'Promise.prototype.then = () => {}',
  'Map.prototype.get = () => {}',
  'String.prototype.split = () => []',
  'Date.now = () => 0',
  'Date.prototype.getTime = () => 0',
  'Intl.NumberFormat = class {}',
  'Intl.NumberFormat.prototype.formatToParts = () => []',
  'Object.defineProperty(Intl.DateTimeFormat.prototype, "format", { get: () => () => "" })',
  'Object.getPrototypeOf([][Symbol.iterator]()).next = () => ({ done: true })',
  'AbortSignal.any = () => {}',
  'Object.defineProperty(AbortSignal.prototype, "aborted", { get: () => true })',
  'MessagePort.prototype.postMessage = () => {}',
  'scrollTo = () => { throw Error() }',
  'encodeURIComponent = () => ""',
  'navigator.sendBeacon = () => true',
  'Object.defineProperty(navigator, "onLine", { value: false })',
  'Object.defineProperty(document, "title", { get: () => "" })',
  'fetch = () => {}',
  'portal = {}',
  'Object.defineProperty(Array.prototype, "map", { value: 1 })',
])('rejects %s', (code) => {
  expect(() => run(code)).toThrow(expect.objectContaining({ name: 'TypeError' }))
  expect(run('fetch()')).toBe('the browser’s')
  expect(run('JSON.stringify([1, 2].map((n) => n + 1).concat(Object.keys({ a: 1 })))')).toBe('[2,3,"a"]')
})

test('lets objects have their own method of the same name', () => {
  expect(run('const list = []; list.push = (one) => one; list.push("own")')).toBe('own')
  expect(run('class Text {}; Text.prototype.toString = () => "own"; String(new Text())')).toBe('own')
  expect(run('function Old() {}; Old.prototype = Object.create(Array.prototype); new Old() instanceof Array')).toBe(
    true,
  )
  expect(run('const map = new WeakMap(); map.get = map.get; map.has({})')).toBe(false)
  expect(run('class Day extends Date {}; Day.prototype.setDate = () => 1; new Day().setDate()')).toBe(1)
  expect(run('class Wrong extends Error {}; new Wrong("a").message')).toBe('a')
})

test('leaves what objects inherit as it was', () => {
  expect(run('Object.keys({ a: 1 }).join() + String([1, 2]) + ({}).toString()')).toBe('a1,2[object Object]')
  expect(run('const all = []; for (const key in { a: 1 }) all.push(key); all.join()')).toBe('a')
})
