import { expect, test } from 'vitest'
import { createTestRenderer, payoutsCode, tipsCode, writeReleases } from './testing/sample-bundles.ts'

// What a remote changes of the language fails there, and the page of another remote is rendered.

/** Uses much of what the remotes below would change. */
const payouts = `${payoutsCode}
  exports.pages['/out'] = async () => ({
    async Component() {
      const words = [...new Map([['payouts', 1], ['of', 2]]).keys()].map(String)
      const { user } = JSON.parse(JSON.stringify({ user: await Promise.resolve(require('react').user()) }))
      const keys = []
      for (const key in {}) keys.push(key)
      return [...words, user, ...keys].join(' ').replace(/x/g, String(new URL('https://a.example').host))
    },
  })`

const changes = [
  'Array.prototype.map = () => []',
  'Array.prototype[Symbol.iterator] = function* () {}',
  'Object.prototype.x = 1',
  "Object.prototype.toString = () => ''",
  'Object.prototype.constructor = undefined',
  'Function.prototype.call = () => {}',
  'Promise.prototype.then = () => {}',
  'Promise.resolve = () => new Promise(() => {})',
  'Map.prototype.get = () => {}',
  'String.prototype.replace = () => 1',
  'RegExp.prototype.exec = () => null',
  "Error.prototype.name = 'x'",
  'Error.stackTraceLimit = 0',
  'Intl.NumberFormat.prototype.format = () => 1',
  'JSON.parse = () => ({})',
  'URL.prototype.x = 1',
  'console.log = () => {}',
  'globalThis.Promise = class {}',
  'globalThis.payouts = 1',
  'payouts = 1',
  'delete globalThis.Promise',
  'delete Array.prototype.map',
  "Object.defineProperty(Array.prototype, 'map', { value: () => [] })",
  'Object.defineProperty(Array, Symbol.species, { get: () => Object })',
  "Object.defineProperty(globalThis, 'JSON', { value: {} })",
  'Object.assign(Array.prototype, { map: () => [] })',
  'Object.setPrototypeOf(Array.prototype, null)',
  'Object.setPrototypeOf(globalThis, {})',
  'Array.prototype.__proto__ = {}',
  "Object.prototype.__defineGetter__('x', () => 1)",
  'Object.getPrototypeOf(async () => {}).constructor.prototype.x = 1',
  'Object.getPrototypeOf([].values()).next = () => ({ done: true })',
  "if (!Reflect.set(Array.prototype, 'map', () => [])) throw new TypeError('Nothing was set')",
  "if (!Reflect.deleteProperty(globalThis, 'JSON')) throw new TypeError('Nothing was deleted')",
  "if (!Reflect.setPrototypeOf(Map.prototype, null)) throw new TypeError('Nothing was set')",
  'Function.prototype.toString.call.x = 1',
]

/** Makes all changes. The first one is made again at the end, and its error is not caught. */
const changeAll = `
  const accepted = []
  ${changes.map((change) => `try { ${change}; accepted.push(${JSON.stringify(change)}) } catch {}`).join('\n')}
  if (accepted.length > 0) throw new Error('These changes are made: ' + accepted.join('; '))
  ${changes[0]}`

test.each([
  ['when its bundle loads', `'use strict'; ${changeAll}; ${tipsCode("() => 'tips'")}`],
  [
    'when a part of it loads',
    `'use strict'; exports.pages = { '/': async () => { await null; ${changeAll}; return { Component: () => 'tips' } } }`,
  ],
  ['while it renders', `'use strict'; ${tipsCode(`() => { ${changeAll}; return 'tips' }`)}`],
  ['after a wait', `'use strict'; ${tipsCode(`async () => { await new Promise(setImmediate); ${changeAll} }`)}`],
])('a remote that changes the language %s is named, and another one is rendered', async (_, tips) => {
  const live = writeReleases({ tips, payouts })
  const renderer = createTestRenderer()
  await renderer.prepare(live)
  expect(await renderer.html(live, '/')).toBeUndefined()
  expect(await renderer.html(live, '/out', 'boris')).toBe('payouts of boris')
  expect(renderer.failures).toMatchObject([{ remote: 'mfe-tips', version: '1', reason: 'threw' }])
  expect(renderer.failures[0]?.error.message).toContain("TypeError: Cannot assign to read only property 'map'")
})

test('what a remote changes in code that is not strict is ignored', async () => {
  // The others throw in any code.
  const assignments = changes.filter((change) => !/^(Object|if|payouts)|__proto__|Error.prototype/.test(change))
  const live = writeReleases({ tips: `${assignments.join('\n')}; ${tipsCode("() => 'tips'")}`, payouts })
  const renderer = createTestRenderer()
  expect(await renderer.html(live, '/')).toBe('tips')
  expect(await renderer.html(live, '/out', 'boris')).toBe('payouts of boris')
  expect(renderer.failures).toEqual([])
})

test('objects of a library may replace what they inherit', async () => {
  const library = `'use strict'
    function LibraryError(message) { this.message = message; this.name = 'LibraryError' }
    LibraryError.prototype = Object.create(Error.prototype)
    LibraryError.prototype.constructor = LibraryError
    class Failure extends TypeError { constructor() { super(); this.name = 'Failure'; this.message = 'failed' } }
    const list = { toString() { return 'none' } }
    list.toString = () => 'a list'
    list.valueOf = () => 1
    list.hasOwnProperty = () => true
    const work = () => {}
    work.toString = () => 'work'
    Error.prepareStackTrace = undefined
    exports.pages = { '/': async () => ({ Component: () => [new LibraryError('no'), new Failure(), list, work].join() }) }`
  const renderer = createTestRenderer()
  expect(await renderer.html(writeReleases({ tips: library }), '/')).toBe(
    'LibraryError: no,Failure: failed,a list,work',
  )
})
