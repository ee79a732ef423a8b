import { expect, test } from 'vitest'
import { releasesOf, testRenderer, tipsCode } from './testing/sample-bundles.ts'

/**
 * Gathers whatever the realm gets from outside of it: errors, arguments, frames of stacks. `keep` gets each,
 * with a name.
 */
const gather = `
  const keepAll = (name) => ({
    apply: (target, self, values) => keep(name + ' of a proxy', values),
    defineProperty: (target, key, property) => (keep(name + ' of a proxy', property), false),
    get: (target, key) => (keep(name + ' of a proxy', [target, key]), target[key]),
    getPrototypeOf: (target) => (keep(name + ' of a proxy', target), null),
    ownKeys: (target) => (keep(name + ' of a proxy', target), []),
  })
  const work = {
    url: () => new URL('x', 'https://a.example').href,
    invalid: () => new URL('x'),
    text: () => new URL({ toString() { keep('a text', arguments); return 'https://a.example' } }),
    throwing: () => new URL({ toString() { throw new Proxy({}, keepAll('a text')) } }),
    changed: () => { new URL('https://a.example').href = 'x' },
    parameters: () => String(new URLSearchParams(new Map([['a', '1']]))),
    encoded: () => keep('bytes', new TextDecoder().decode(new TextEncoder().encode('я'))),
    timer: () => keep('a timer', setTimeout(function () { keep('a timer', arguments); keep('a timer', this) }, 0, 'x')),
    proxy: () => setTimeout(new Proxy(() => {}, keepAll('a timer')), 0, 'x'),
    immediate: () => setImmediate(new Proxy(() => {}, keepAll('an immediate'))),
    noFunction: () => setTimeout('x'),
    microtask: () => queueMicrotask(new Proxy(() => {}, keepAll('a microtask'))),
    clock: () => keep('a clock', performance.now()),
    console: () => console.log(new Proxy({}, keepAll('the console')), { get stack() { throw new Error() } }),
    signal: () => AbortSignal.timeout(0).addEventListener('abort', function (event) { keep('a signal', [event, this, event.target.reason]) }),
    stack: () => keep('a stack', new Error('x').stack),
    captured: () => { const target = {}; Error.captureStackTrace(target); keep('a stack', target.stack) },
    strange: () => { const error = new Error(); error.name = new Proxy(() => {}, keepAll('a name')); return error.stack },
    prepared: () => {
      Error.prepareStackTrace = (error, frames) => keep('frames', frames)
      try { return keep('a stack', new Error('x').stack) } finally { Error.prepareStackTrace = undefined }
    },
    imported: () => keep('an import', import('node:fs').catch((error) => keep('the error of an import', error))),
    compiled: () => Function('return 1'),
    evaluated: () => eval('1'),
    required: () => require('node:fs'),
    parsed: () => JSON.parse('{'),
    wrong: () => null.x,
    rejected: () => { Promise.reject(new Proxy({}, keepAll('a rejection'))) },
    settled: () => keep('a promise', (async () => { throw new Error('x') })().catch((error) => keep('a rejection', error))),
    thenable: async () => { await { then: new Proxy(() => {}, keepAll('a promise')) } },
    caller: () => keep('a caller', (function sloppy() { return [sloppy.caller, sloppy.arguments, arguments.callee] })()),
  }
  for (const [name, attempt] of Object.entries(work)) {
    try { keep(name, attempt()) } catch (error) { keep('the error of ' + name, error) }
  }
  // Where the stack is full, anything may throw.
  let left = 30
  const descend = () => {
    try { descend() } catch (error) { keep('a full stack', error) }
    left -= 1
    if (left < 0) return
    for (const [name, attempt] of Object.entries(work)) {
      try { attempt() } catch (error) { keep(name + ' on a full stack', error) }
    }
  }
  descend()`

/**
 * Returns the names of objects that are none of the realm, of all that can be reached from what
 * was kept and from the globals.
 */
const page = `async ({ session }) => {
  const kept = [['a global', globalThis], ['a module', require('react')], ['a parameter', session]]
  let gathers = true
  const keep = (name, value) => (gathers && kept.push([name, value]), value)
  ;(function () { ${gather} })()
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve))
  gathers = false
  const foreign = new Set()
  const seen = new Set()
  for (const [name, value] of kept) {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) continue
    seen.add(value)
    let root = value
    while (Object.getPrototypeOf(root) !== null) root = Object.getPrototypeOf(root)
    const isOwn = root === Object.prototype || Object.getPrototypeOf(value) === null
    if (!isOwn) foreign.add(name)
    kept.push([name, Object.getPrototypeOf(value)])
    for (const key of Reflect.ownKeys(value)) {
      const property = Object.getOwnPropertyDescriptor(value, key)
      for (const held of [property.value, property.get, property.set]) kept.push([name + '.' + String(key), held])
    }
  }
  return seen.size + ' objects, foreign: ' + [...foreign]
}`

test('no object of the process can be reached from the code of a remote', async () => {
  const renderer = testRenderer()
  const html = await renderer.html(releasesOf({ tips: tipsCode(page) }), '/')
  expect(renderer.failures).toEqual([])
  expect(html).toMatch(/^\d{4,} objects, foreign: $/)
})
