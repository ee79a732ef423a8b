import { expect, test } from 'vitest'
import {
  createTestRenderer,
  expectOthersRendered,
  holdTimers,
  tipsCode,
  writeReleases,
} from './testing/sample-bundles.ts'

// Each page of the tips fails in its own way. Its browser gets the frame, and the page of another remote is rendered.

test.each<[string, string, string, string | RegExp]>([
  ['throws', "() => { throw new Error('No tips') }", 'threw', 'No tips'],
  ['throws what is no error', '() => { throw { get stack() { throw 1 } } }', 'threw', 'without a text'],
  ['throws in a timer', "() => new Promise(() => setTimeout(() => { throw new Error('Late') }))", 'ended', 'Late'],
  ['renders endless HTML', "() => 'x'.repeat(2_000_001)", 'threw', '2000001 characters'],
  ['renders what is no text', '() => ({ length: 1 })', 'message', 'No message'],
  ['fills the memory with objects', '() => { const all = []; for (;;) all.push([all.length]) }', 'ended', 'heap'],
  [
    'fills the memory with buffers',
    "() => { for (const all = []; all.length < 20; ) all.push(new Uint8Array(2 ** 26).fill(1)); return 'tips' }",
    expect.stringMatching(/threw|ended/),
    /memory|allocation failed/,
  ],
  ['calls itself', 'function page() { return page() }', 'threw', 'call stack'],
])('a page that %s', async (_, component, reason, message) => {
  const live = writeReleases({ tips: tipsCode(component) })
  const renderer = createTestRenderer()
  expect(await renderer.html(live, '/')).toBeUndefined()
  expect(renderer.failures).toEqual([{ remote: 'mfe-tips', version: '1', reason, error: expect.anything() }])
  expect(renderer.failures[0]?.error.message).toMatch(message)
  await expectOthersRendered(renderer, live)
})

test.each([
  ['throws', 'throw error'],
  ['throws in a timer', 'return new Promise(() => setTimeout(() => { throw error }))'],
  ['renders what is no text', 'return { length: 1, text: name }'],
  ['renders what is no JSON', 'return { length: 1, toJSON() { throw error } }'],
])('a page that %s is summed up without what it says', async (_, work) => {
  const component = `({ session: { user: name } }) => {
    const error = new TypeError('No tips for ' + name + '\\n at ' + name)
    ${work}
  }`
  const renderer = createTestRenderer()
  expect(await renderer.html(writeReleases({ tips: tipsCode(component) }), '/', 'Анна')).toBeUndefined()
  const { summary, message } = renderer.failures[0]?.error ?? expect.fail()
  expect(summary).not.toContain('Анна')
  if (!message.includes('No message')) expect(summary).toMatch(/TypeError\n {4}at .*\/mfe-tips\/1\/server\.cjs:2:\d+/)
})

test('what waits on after a page has failed by a timer is beside no other page', async () => {
  const waiting = `const { setImmediate } = require('node:timers/promises')
    let turns = 0
    exports.provide = async () => ({})
    exports.render = async (request, remotePage) => {
      if (request.url === '/out') return { html: 'after ' + turns, reads: [] }
      await (await remotePage('mfe-tips', '/')).Component()
      for (;;) {
        turns += 1
        await setImmediate()
      }
    }`
  const failing = "() => void setTimeout(() => { throw new Error('Late') })"
  const live = writeReleases({ tips: tipsCode(failing), shell: waiting })
  const renderer = createTestRenderer()
  expect(await renderer.html(live, '/')).toBeUndefined()
  expect(await renderer.html(live, '/out')).toBe('after 0')
  expect(renderer.failures).toMatchObject([{ remote: 'mfe-tips', reason: 'ended' }])
})

test.each([
  ['never ends', 'for (;;);'],
  ['waits forever', 'return new Promise(() => {})'],
  ['waits forever, and more and more often', 'return new Promise(function wait() { setImmediate(wait) })'],
])('a page that %s', async (_, work) => {
  const live = writeReleases({ tips: tipsCode(`() => { console.log('runs'); ${work} }`) })
  const renderer = createTestRenderer()
  await renderer.prepare(live)
  const pass = holdTimers()
  const rendering = renderer.html(live, '/')
  await expect.poll(() => renderer.logged).toEqual(['mfe-tips: runs'])
  pass(60_000)
  expect(await rendering).toBeUndefined()
  expect(renderer.failures).toMatchObject([{ remote: 'mfe-tips', version: '1', reason: 'late' }])
  await expectOthersRendered(renderer, live)
})

test.each([
  ['throws', "throw new Error('No module')", 'No module'],
  ['requires what the shell does not provide', "require('node:fs')", 'node:fs is not in what the shell provides'],
  ['is no JavaScript', '<!doctype html>', "Unexpected token '<'"],
])('a bundle that %s', async (_, code, message) => {
  const live = writeReleases({ tips: code })
  const renderer = createTestRenderer()
  await renderer.prepare(live)
  expect(await renderer.html(live, '/')).toBeUndefined()
  expect(renderer.failures).toMatchObject([{ remote: 'mfe-tips', version: '1', reason: 'threw' }])
  expect(renderer.failures[0]?.error.message).toContain(message)
  await expectOthersRendered(renderer, live)
})

test('a bundle that never ends is left out when the others are loaded again', async () => {
  const live = writeReleases({ tips: 'for (;;);' })
  const renderer = createTestRenderer({ loadLimitMs: 5_000 })
  await expectOthersRendered(renderer, live)
  // On a slow machine a process may not start within the limit: then the shell is late too.
  const ofRemotes = renderer.failures.filter(({ remote }) => remote !== 'shell')
  expect(ofRemotes).toMatchObject([{ remote: 'mfe-tips', reason: 'late' }])
  expect(await renderer.html(live, '/')).toBeUndefined()
})

test.each([
  ['has no pages', 'exports.page = {}'],
  ['has other pages', "exports.pages = { '/billing': async () => ({}) }"],
])('a bundle that %s is not a failure of each page', async (_, code) => {
  const live = writeReleases({ tips: code })
  const renderer = createTestRenderer()
  await renderer.prepare(live)
  expect(await renderer.html(live, '/')).toBeUndefined()
  expect(renderer.failures).toEqual([])
  await expectOthersRendered(renderer, live)
})

test('a page without a component', async () => {
  const live = writeReleases({ tips: "exports.pages = { '/': async () => ({ default: 1 }) }" })
  const renderer = createTestRenderer()
  expect(await renderer.html(live, '/')).toBeUndefined()
  expect(renderer.failures[0]?.error.message).toContain('/ of the pages of mfe-tips exports no Component')
})

test('a bundle that differs from its hash in the release does not run', async () => {
  const live = writeReleases({ tips: tipsCode("() => 'tips'") })
  const other = writeReleases({ tips: tipsCode("() => 'injected'") })
  expect(other.remotes[0]?.current.version).toBe(live.remotes[0]?.current.version)
  const renderer = createTestRenderer()
  await renderer.prepare(live)
  expect(await renderer.html(live, '/')).toBeUndefined()
  expect(renderer.failures[0]?.error.message).toContain('is not as release.json says')
  await expectOthersRendered(renderer, live)
})

test('a release without a bundle is no failure, nor is a shell without one', async () => {
  const live = writeReleases({ tips: tipsCode("() => 'tips'") })
  const [{ current, ...rest } = expect.fail()] = live.remotes
  const renderer = createTestRenderer()
  const withoutTips = {
    ...live,
    remotes: [{ ...rest, current: { ...current, server: undefined } }, ...live.remotes.slice(1)],
  }
  expect(await renderer.html(withoutTips, '/')).toBeUndefined()
  await expectOthersRendered(renderer, withoutTips)
  expect(await renderer.html({ ...live, shell: { ...live.shell, server: undefined } }, '/out')).toBeUndefined()
  expect(renderer.failures).toEqual([])
})

test('a shell that does not load leaves every page to the browser, and is loaded again', async () => {
  const live = writeReleases({ tips: tipsCode("() => 'tips'"), shell: "throw new Error('No shell')" })
  const renderer = createTestRenderer({ waitMs: 50 })
  await renderer.prepare(live)
  expect(await renderer.html(live, '/out')).toBeUndefined()
  await expect.poll(() => renderer.failures.length).toBeGreaterThan(1)
  expect(renderer.failures[0]).toMatchObject({
    remote: 'shell',
    version: '1',
    error: { message: expect.stringContaining('No shell') },
  })
})

test('a page that floods its log gets ten lines there', async () => {
  const live = writeReleases({
    tips: tipsCode("() => { for (let i = 0; i < 100_000; i += 1) console.log('line', i); return 'tips' }"),
  })
  const renderer = createTestRenderer()
  expect(await renderer.html(live, '/')).toBe('tips')
  expect(renderer.logged).toHaveLength(10)
  expect(renderer.logged[0]).toBe('mfe-tips: line 0')
})

test('a page that fails three times is not rendered for a while, and others are', async () => {
  const live = writeReleases({
    tips: tipsCode("({ url }) => { if (url.includes('fails')) throw new Error('No tips'); return 'tips' }"),
  })
  const renderer = createTestRenderer()
  for (let attempt = 0; attempt < 3; attempt += 1) expect(await renderer.html(live, '/?fails')).toBeUndefined()
  expect(await renderer.html(live, '/')).toBeUndefined()
  expect(renderer.failures).toHaveLength(3)
  await expectOthersRendered(renderer, live)
})
