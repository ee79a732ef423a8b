import { expect, test } from 'vitest'
import { createTestRenderer, writeReleases } from './testing/sample-bundles.ts'

// Wherever a remote keeps the user of a page, the page of the next user does not find it.

/** The code of a shell that locks its modules, as the portal's shell does. */
const shellCode = `
  class Client { read() { return 'data' } }
  let client
  function Button() {}
  const settings = { list: [] }
  exports.provide = async () => ({ library: { Button, Client, settings, client: () => client } })
  exports.render = async (request, remotePage) => {
    client = new Client()
    const page = await remotePage('mfe-tips', '/')
    return { html: JSON.stringify(page.Component(request.session.user)), reads: [] }
  }`

/** Where the remote looks for what it has kept, and how it keeps its user there. */
const leaks: Record<string, [find: string, keep: string]> = {
  'a variable': ['variable', '(variable = user)'],
  'a map': ["map.get('user')", "map.set('user', user)"],
  'a closure': ['closure()', 'closure(user)'],
  'a static field': ['Page.last', '(Page.last = user)'],
  'a module that loads with its page': ["cache.get('user')", "cache.set('user', user)"],
  'the cache of a bundled library': ["memoized('user')", "memoized('user', user)"],
  'a provided module': ['library.last', '(library.last = user)'],
  'a provided function': ['library.Button.last', '(library.Button.last = user)'],
  'its prototype': ['library.Button.prototype.last', '(library.Button.prototype.last = user)'],
  'a provided object': [
    'library.settings.last',
    "Object.defineProperty(library.settings, 'last', { value: user, configurable: true })",
  ],
  'a provided list': ['library.settings.list[0]', 'library.settings.list.push(user)'],
  'what a provided function returns': ['library.client().last', '(library.client().last = user)'],
  'a provided class': ['library.Client.last', '(library.Client.last = user)'],
  'a method of that class': ['library.client().read()', '(library.Client.prototype.read = () => user)'],
  'a global': ['globalThis.last', '(globalThis.last = user)'],
  'the prototype of the globals': [
    'Object.getPrototypeOf(globalThis).last',
    '(Object.getPrototypeOf(globalThis).last = user)',
  ],
  'a prototype of the language': ['[].last', "Reflect.set(Array.prototype, 'last', user)"],
  'a function of the language': ['JSON.parse.last', '(JSON.parse.last = user)'],
  'a method that objects replace': ['Object.prototype.toString.last', '(Object.prototype.toString.last = user)'],
  'the prototype of a generator': [
    'Object.getPrototypeOf(function* () {}()).last',
    '(Object.getPrototypeOf(Object.getPrototypeOf(function* () {}())).last = user)',
  ],
  'the last match': ["RegExp.$_ ?? RegExp['$1']", '/(.*)/.exec(user)'],
  'an accessor of errors': ['stack().get.last', '(stack().get.last = user)'],
  'a class of the web': ['URL.prototype.last', '(URL.prototype.last = user)'],
  'the console': ['console.last', '(console.last = user)'],
}

const tipsCode = `
  let variable
  const map = new Map()
  const closure = ((kept) => (user) => (kept = user ?? kept))()
  const memoized = ((all) => (key, value) => (all[key] ??= value))({})
  class Page { static last }
  const stack = () => Object.getOwnPropertyDescriptor(new Error(), 'stack')
  const library = require('library')
  const attempt = (work) => { try { return work() } catch { return undefined } }
  exports.pages = {
    '/': async () => {
      const cache = new Map()
      const Component = (user) => {
        const found = {}
        ${Object.entries(leaks)
          .map(
            ([name, [find, keep]]) => `
          found['${name}'] = String(attempt(() => ${find}))
          attempt(() => ${keep})`,
          )
          .join('')}
        return found
      }
      return { Component }
    },
  }`

test('a remote finds nothing of the previous user, wherever it stores users', async () => {
  const live = writeReleases({ tips: tipsCode, shell: shellCode })
  const renderer = createTestRenderer()
  const first = await renderer.html(live, '/', 'anna')
  expect(Object.keys(JSON.parse(first ?? '{}'))).toEqual(Object.keys(leaks))
  expect(await renderer.html(live, '/', 'boris')).toBe(first)
  expect(await renderer.html(live, '/', 'anna')).toBe(first)
  expect(renderer.failures).toEqual([])
})

test('the renderings of one page have the same modules', async () => {
  const live = writeReleases({ tips: tipsCode, shell: shellCode })
  const renderer = createTestRenderer()
  await renderer.html(live, '/', 'anna')
  expect(JSON.parse((await renderer.html(live, '/', 'anna')) ?? '{}')).toMatchObject({ 'a variable': 'anna' })
})
