import { once } from 'node:events'
import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { repository } from '../bundler/paths.ts'
import { integrityOf } from '../bundler/release.ts'
import { spawnLimited } from './limited-process.ts'
import { releasesOf, testRenderer, tipsCode } from './testing/sample-bundles.ts'

test.each([
  'process',
  'fetch("https://example.com")',
  'new WebSocket("wss://example.com")',
  'new EventSource("https://example.com")',
  'new XMLHttpRequest()',
  'require("node:fs")',
  'require("node:net")',
  'require("fs")',
  'import("node:fs")',
  'eval("1")',
  'new Function("return process")()',
  'console.log.constructor("return process")()',
  'setTimeout.constructor("return process")()',
  'URL.constructor("return process")()',
  'require("react").user.constructor.constructor("return process")()',
  'new (async () => {}).constructor("return process")()',
  'new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))',
  'new Worker("data:text/javascript,1")',
])('code of a remote has no %s', async (code) => {
  const live = releasesOf({ tips: tipsCode(`async () => { await (${code}); return 'found' }`) })
  const renderer = testRenderer()
  expect(await renderer.html(live, '/')).toBeUndefined()
  expect(renderer.failures).toMatchObject([{ remote: 'mfe-tips', reason: 'threw' }])
})

test('the shell has the modules that render, and no other of Node', async () => {
  const shell = (name: string) => `const found = require('${name}')
    exports.provide = async () => ({})
    exports.render = async () => ({ html: Object.keys(found).length > 0 ? 'found' : '', reads: [] })`
  for (const name of ['stream', 'node:stream', 'node:timers/promises']) {
    expect(await testRenderer().html(releasesOf({ tips: tipsCode('1'), shell: shell(name) }), '/')).toBe('found')
  }
  const renderer = testRenderer({ waitMs: 50 })
  const live = releasesOf({ tips: tipsCode('1'), shell: shell('node:http') })
  await renderer.prepare(live)
  expect(await renderer.html(live, '/')).toBeUndefined()
  expect(renderer.failures[0]?.error.message).toContain('node:http is not there on the server')
})

test('a process reads no file but its own, and has no environment', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://secret')
  const file = join(repository, 'package.json')
  const child = spawnLimited([])
  // It waits for its first line. Before it is Node it is the shell that sets its limits.
  const node = realpathSync(process.execPath)
  await vi.waitFor(() => expect(readlinkSync(`/proc/${child.pid}/exe`)).toBe(node))
  const environment = readFileSync(`/proc/${child.pid}/environ`, 'utf8')
  expect(environment).not.toContain('secret')
  expect(environment).not.toContain('HOME')

  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  const start = { files: [{ name: 'shell', path: file, integrity: integrityOf(readFileSync(file)) }] }
  child.stdin.write(`${JSON.stringify(start)}\n`)
  await once(child, 'close')
  expect(output).toContain('Access to this API has been restricted')
  vi.unstubAllEnvs()
})
