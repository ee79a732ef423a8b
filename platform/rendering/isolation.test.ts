import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { repository } from '../bundler/paths.ts'
import { toIntegrity } from '../bundler/release.ts'
import { findRoute } from '../releases/page-parts.ts'
import { forbidOpening, spawnLimited } from './limited-process.ts'
import { createTestRenderer, requestFor, tipsCode, writeReleases } from './testing/sample-bundles.ts'

/** Each of these must be missing or must not work. */
const outside = [
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
]

test('code of a remote has nothing that leads to files, a network or other processes', async () => {
  const attempts = outside.map((code) => `try { await (${code}); found.push(${JSON.stringify(code)}) } catch {}`)
  const page = `async () => { const found = []; ${attempts.join('\n')}; return 'found: ' + found }`
  const renderer = createTestRenderer()
  expect(await renderer.html(writeReleases({ tips: tipsCode(page) }), '/')).toBe('found: ')
})

/**
 * Gets a socket of the process from what Node writes next, by a setter on the prototype of all objects of the process.
 */
const connecting = (port: number) => `async () => {
  const outer = [URL, AbortController, TextEncoder, setTimeout, console.log, queueMicrotask, import('node:fs').catch(() => {})]
  for (const value of outer) {
    let root = value
    while (Object.getPrototypeOf(root)) root = Object.getPrototypeOf(root)
    try {
      Object.defineProperty(root, 'handle', {
        configurable: true,
        set(handle) {
          for (const key of Object.getOwnPropertySymbols(handle)) {
            const { constructor } = Object(handle[key])
            try { new constructor().connect(${port}, '127.0.0.1') } catch {}
          }
        },
      })
    } catch {}
  }
  console.log('a line of the process')
  await new Promise((resolve) => setTimeout(resolve, 200))
  return 'tips'
}`

test('a setter on the prototype of all objects reaches no address', async () => {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const page = connecting((server.address() as { port: number }).port)
  await createTestRenderer().html(writeReleases({ tips: tipsCode(page) }), '/')
  expect(connections).toBe(0)
})

test('the shell has the modules that render, and no other of Node', async () => {
  const shell = (name: string) => `const found = require('${name}')
    exports.provide = async () => ({})
    exports.render = async () => ({ html: Object.keys(found).length > 0 ? 'found' : '', reads: [] })`
  for (const name of ['stream', 'node:stream', 'node:timers/promises']) {
    expect(await createTestRenderer().html(writeReleases({ tips: tipsCode('1'), shell: shell(name) }), '/')).toBe(
      'found',
    )
  }
  const renderer = createTestRenderer({ waitMs: 50 })
  const live = writeReleases({ tips: tipsCode('1'), shell: shell('node:http') })
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
  await vi.waitFor(() => expect(readlinkSync(`/proc/${child.pid}/exe`)).toBe(node), 60_000)
  const environment = readFileSync(`/proc/${child.pid}/environ`, 'utf8')
  expect(environment).not.toContain('secret')
  expect(environment).not.toContain('HOME')

  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  const start = { files: [{ name: 'shell', path: file, integrity: toIntegrity(readFileSync(file)) }] }
  child.stdin.write(`${JSON.stringify(start)}\n`)
  await once(child, 'close')
  expect(output).toContain('Access to this API has been restricted')
  vi.unstubAllEnvs()
})

/** Tries all ways out, once it has got a line. */
const openAll = (port: number, path: string) => `
  import { createSocket } from 'node:dgram'
  import { lookup } from 'node:dns/promises'
  import { openSync } from 'node:fs'
  import { connect, createServer } from 'node:net'
  const results = {}
  const settle = (name, emitter) => new Promise((resolve) => {
    const end = (result) => resolve(results[name] = result)
    for (const event of ['connect', 'listening']) emitter.on(event, () => end('open'))
    emitter.on('error', ({ code }) => end(code))
  })
  const attempt = (work) => { try { return work() } catch ({ code }) { return code } }
  process.stdin.once('data', async () => {
    results.file = attempt(() => openSync('/dev/null') && 'open')
    await Promise.all([
      lookup('localhost').then(() => (results.name = 'open'), ({ code }) => (results.name = code)),
      settle('loopback', connect(${port}, '127.0.0.1')),
      settle('address', connect(443, '192.0.2.1')),
      settle('Unix socket', connect('${path}')),
      settle('abstract socket', connect('\\0x')),
      settle('server', createServer().listen(0)),
      settle('datagram', createSocket('udp4').bind(0)),
    ])
    process.stdout.write(JSON.stringify(results), () => process.exit())
  })
  process.stdout.write('ready')`

test('a process that may open nothing reaches no address, socket or file, and keeps what it has open', async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  const local = createServer((socket) => socket.end()).listen(`/tmp/opening-${process.pid}.sock`)
  onTestFinished(() => void [server, local].map((one) => one.close()))
  await Promise.all([once(server, 'listening'), once(local, 'listening')])
  const { port } = server.address() as { port: number }
  const script = openAll(port, String(local.address()))

  async function run(prepare: (child: ReturnType<typeof spawn>) => Promise<void>) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
    await once(child.stdout, 'readable')
    child.stdout.read()
    await prepare(child)
    child.stdin.end('go')
    return JSON.parse(await text(child.stdout)) as Record<string, string>
  }

  expect(await run(async () => {})).toMatchObject({
    file: 'open',
    name: 'open',
    loopback: 'open',
    'Unix socket': 'open',
    server: 'open',
  })
  const limited = await run(forbidOpening)
  const { name, ...others } = limited
  expect(name).not.toBe('open')
  expect(others).toEqual(Object.fromEntries(Object.keys(others).map((way) => [way, 'EMFILE'])))
})

test('a renderer warns once where the system cannot forbid that', async () => {
  vi.stubEnv('PATH', '')
  vi.resetModules()
  const { createRenderer } = await import('./renderer.ts')
  const warnings: string[] = []
  const options = { filesFolder: '', onFailure() {}, log() {}, warn: (message: string) => warnings.push(message) }
  await createRenderer(options).close()
  vi.unstubAllEnvs()
  expect(warnings).toEqual([expect.stringContaining('this system has no prlimit')])
})

test('a process that renders may open nothing before any bundle runs', async () => {
  // The bundle never ends, so the process is as it was when that began to run.
  const live = writeReleases({ tips: 'for (;;);' })
  const renderer = createTestRenderer()
  void renderer.prepare(live)
  await vi.waitFor(
    () => expect(limitsOfChildren()).toContainEqual(expect.stringMatching(/^Max open files +0 +0 /m)),
    60_000,
  )
})

/** Returns the limits of the processes that render, as the kernel has them. */
function limitsOfChildren(): string[] {
  const read = (pid: string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8')
    } catch {
      return ''
    }
  }
  return readdirSync('/proc')
    .filter(
      (pid) =>
        read(pid, 'status').includes(`PPid:\t${process.pid}\n`) && read(pid, 'cmdline').includes('rendering/process'),
    )
    .map((pid) => read(pid, 'limits'))
}

test('pages that share a registry cannot write into it, and a page with another one gets that', async () => {
  const writing = `(request) => {
    'use strict'
    const { registry, session } = request
    try { registry.remotes.last = session.user } catch ({ name }) { return name + ' ' + registry.sequence }
    return 'written'
  }`
  const live = writeReleases({ tips: tipsCode(writing) })
  const renderer = createTestRenderer()
  const { registry } = requestFor('/', 'anna')
  for (const user of ['anna', 'boris']) {
    const page = await renderer.render(live, { ...requestFor('/', user), registry }, findRoute(live, '/'))
    expect(page?.html).toBe('TypeError 1')
  }
  const newer = { ...requestFor('/', 'boris'), registry: { ...registry, sequence: 2 } }
  expect((await renderer.render(live, newer, findRoute(live, '/')))?.html).toBe('TypeError 2')
})
