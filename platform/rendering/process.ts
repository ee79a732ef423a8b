// The program of a process that renders (render-process.ts).

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import process from 'node:process'
import { Script } from 'node:vm'
import type { RemoteSlot, RenderRequest, ServerRemote, ServerShell } from '@portal/shared/rendering-protocol'
import { toIntegrity } from '../bundler/release.ts'
import { limitGlobals, toText } from './globals.ts'
import { lockLanguage, lockProvided } from './lock.ts'
import { lineReader, MAX_HTML_LENGTH, type Message, type ServerFile, type Start } from './messages.ts'

/** Later lines of one page are dropped. */
const MAX_LOG_LINES = 10

/** What React's renderer and the shell import of Node. */
const modulesOfNode = ['async_hooks', 'crypto', 'stream', 'stream/consumers', 'timers/promises', 'util']
const requireModule = createRequire(import.meta.url)

type Require = (name: string) => unknown

/** A compiled bundle, which is CommonJS. Each call makes its modules new. */
type Bundle = (module: { exports: unknown }, exports: unknown, require: Require) => void

/** What the portal itself says about a page. */
class Refusal extends Error {
  readonly #isOwn = true

  /** Reads no property of the value: a page may throw a proxy. */
  static is(value: unknown): boolean {
    return typeof value === 'object' && value !== null && #isOwn in value
  }
}

const bundles = new Map<string, Bundle>()
const failures: { name: string; message: string }[] = []
/** What the remotes export, with modules that serve one session: its pages are rendered more than once. */
const remotes = new Map<string, ServerRemote>()
let session = ''
let registry: RenderRequest['registry'] | undefined
/** The shell or the remote whose code runs. */
let source = 'shell'
let shell: ServerShell | undefined
let provided: Readonly<Record<string, unknown>> = {}
let logLines = 0

function send(message: Message): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

function noteSource(name: string): void {
  if (name !== source) send({ runs: name })
  source = name
}

function end(error: unknown): never {
  process.stderr.write(toText(error))
  process.exit(1)
}

const clearTimers = limitGlobals((line) => {
  logLines += 1
  if (logLines <= MAX_LOG_LINES) send({ log: line })
})

/** Reads and compiles all bundles. The shell is the first one. */
function read({ files }: Start): void {
  try {
    if (!files[0]) throw new Error('There is no shell')
    for (const file of files) readBundle(file)
    send({ read: true })
  } catch (error) {
    send({ failed: toText(error), isOwn: true })
    process.exit(1)
  }
}

function readBundle({ name, path, integrity }: ServerFile): void {
  try {
    const code = readFileSync(path)
    if (toIntegrity(code) !== integrity) throw new Error(`${path} is not as release.json says`)
    const source = `(function (module, exports, require) {\n${code}\n})`
    bundles.set(name, new Script(source, { filename: path, lineOffset: -1 }).runInThisContext())
  } catch (error) {
    if (name === 'shell') throw error
    failures.push({ name, message: toText(error) })
  }
}

/** Runs all bundles, to find out which do not load and which pages and slots the others have. */
async function load(): Promise<void> {
  shell = run('shell', requireOfNode) as ServerShell
  provided = await shell.provide()
  lockProvided(Object.values(provided).map(Object))
  Object.freeze(globalThis)
  for (const name of bundles.keys()) {
    try {
      if (name !== 'shell') runRemote(name)
    } catch (error) {
      failures.push({ name, message: toText(error) })
    }
  }
  const loaded = { pages: names('pages'), slots: names('slots'), failures }
  remotes.clear()
  clearTimers()
  send({ loaded })
}

/** Returns the names of the pages or slots of each remote. */
function names(kind: 'pages' | 'slots'): Record<string, string[]> {
  return Object.fromEntries([...remotes].map(([name, remote]) => [name, Object.keys(Object(remote[kind]))]))
}

async function render(received: RenderRequest): Promise<void> {
  if (!shell) throw new Refusal('There is no shell')
  logLines = 0
  source = 'shell'
  beginSession(JSON.stringify(received.session))
  registry = received.registry ? frozen(received.registry) : registry
  const request = { ...received, registry } as RenderRequest
  let message: Message
  try {
    const remotePage = (remote: string, path: string) => loadPart(remote, 'pages', path)
    const { html, reads, unread } = await shell.render(request, remotePage, remoteSlot)
    if (html.length > MAX_HTML_LENGTH) throw new Refusal(`The page has ${html.length} characters of HTML`)
    message = { result: { html, reads, unread } }
  } catch (error) {
    message = { failed: toText(error), isOwn: Refusal.is(error) }
    remotes.clear()
  }
  clearTimers()
  send(message)
}

/** Several pages get the registry, so none of them may write there. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen)
  return value
}

/** Makes the modules of remotes new where the page is one of another session. */
function beginSession(next: string): void {
  if (next !== session) remotes.clear()
  session = next
}

const remoteSlot: RemoteSlot = async (remote, slot) => {
  const { Component } = await loadPart(remote, 'slots', slot)
  return { Component, runs: () => noteSource(remote) }
}

async function loadPart(remote: string, kind: 'pages' | 'slots', name: string): Promise<{ Component: unknown }> {
  noteSource(remote)
  const parts = Object(runRemote(remote)[kind]) as ServerRemote['pages']
  const loadModule = ownValue(parts, name, `the ${kind} of ${remote}`)
  const part = await loadModule()
  if (!part.Component) throw new Refusal(`${name} of the ${kind} of ${remote} exports no Component`)
  return part
}

/** Runs the bundle of a remote unless this session has its modules. */
function runRemote(name: string): ServerRemote {
  const known = remotes.get(name)
  if (known) return known
  const remote = run(name, (module) => ownValue(provided, module, 'what the shell provides')) as ServerRemote
  remotes.set(name, remote)
  return remote
}

function run(name: string, require: Require): unknown {
  noteSource(name)
  const bundle = bundles.get(name)
  if (!bundle) throw new Refusal(`There is no bundle of ${name}`)
  const module: { exports: unknown } = { exports: {} }
  bundle(module, module.exports, require)
  return module.exports
}

function ownValue<T>(table: Readonly<Record<string, T>>, key: string, what: string): T {
  const value = Object.hasOwn(table, key) ? table[key] : undefined
  if (value === undefined) throw new Refusal(`${key} is not in ${what}`)
  return value
}

/** Returns one of Node's modules, with or without `node:`. @throws Error for others */
function requireOfNode(name: string): unknown {
  const module = name.replace(/^node:/, '')
  if (!modulesOfNode.includes(module)) throw new Error(`${name} is not there on the server`)
  return requireModule(`node:${module}`)
}

// A rejected promise that a page leaves behind does not end the process. An error in a timer does, because the page of
// that timer would never be complete.
process.on('unhandledRejection', () => {})
process.on('uncaughtException', end)
// The signals of a terminal and of a service manager reach the whole group.
// The portal server serves its last requests first.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

const loadOrEnd = () =>
  load().catch((error) => {
    send({ failed: toText(error), isOwn: true })
    process.exit(1)
  })
/** The first line has the files to read, the second one is empty, and each later one is a request. */
const steps = [(line: string) => read(JSON.parse(line)), loadOrEnd]
const renderNext = (line: string) => render(JSON.parse(line)).catch(end)
process.stdin.on(
  'data',
  lineReader(
    Number.POSITIVE_INFINITY,
    (line) => (steps.shift() ?? renderNext)(line),
    () => {},
  ),
)
// The portal server has ended.
process.stdin.on('end', () => process.exit(0))

lockLanguage()
