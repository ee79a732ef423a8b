// The program of a process that renders (render-process.ts).

import { readFileSync } from 'node:fs'
import type { RemoteSlot, RenderRequest, ServerRemote, ServerShell } from '@portal/shared/rendering-protocol'
import { integrityOf } from '../bundler/release.ts'
import { lineReader, MAX_HTML_LENGTH, type Message, type ServerFile, type Start } from './messages.ts'
import { createSandbox, requireOfNode, textOf } from './sandbox.ts'

/** Later lines of one page are dropped. */
const MAX_LOG_LINES = 10

const write = process.stdout.write.bind(process.stdout)
const send = (message: Message) => write(`${JSON.stringify(message)}\n`)

let logLines = 0
/** Rejects the page that is being rendered. */
let fail: (error: unknown) => void = () => {}
const sandbox = createSandbox({
  onError: (error) => fail(error),
  log(line) {
    logLines += 1
    if (logLines <= MAX_LOG_LINES) send({ log: line })
  },
})

// A promise that a page leaves behind does not end the process.
process.on('unhandledRejection', () => {})
process.on('uncaughtException', (error) => fail(error))
// The signals of a terminal and of a service manager reach the whole group. The portal server serves its last requests first.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

// Node's permissions do not cover these. No bundle reaches them; if one did, it would find nothing.
for (const name of ['fetch', 'WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, name)
for (const name of ['binding', 'getBuiltinModule', 'kill']) Reflect.deleteProperty(process, name)

const remotes = new Map<string, ServerRemote>()
let shell: ServerShell

async function load({ files }: Start): Promise<void> {
  const [shellFile, ...remoteFiles] = files
  if (!shellFile) throw new Error('There is no shell')
  shell = run(shellFile, requireOfNode) as ServerShell
  const provided = await shell.provide()
  const failures = remoteFiles.flatMap((file) => {
    try {
      remotes.set(file.name, run(file, (name) => ownOf(provided, name, 'what the shell provides')) as ServerRemote)
      return []
    } catch (error) {
      return { name: file.name, message: textOf(error) }
    }
  })
  sandbox.clearTimers()
  send({ loaded: { pages: namesOf('pages'), slots: namesOf('slots'), failures } })
}

/** Returns the names of the pages or slots of each remote. */
function namesOf(kind: 'pages' | 'slots'): Record<string, string[]> {
  return Object.fromEntries([...remotes].map(([name, remote]) => [name, Object.keys(Object(remote[kind]))]))
}

function run({ name, path, integrity }: ServerFile, require: (name: string) => unknown): unknown {
  send({ runs: name })
  const code = readFileSync(path)
  if (integrityOf(code) !== integrity) throw new Error(`${path} is not as release.json says`)
  return sandbox.run(code.toString(), path, require)
}

async function render(json: string): Promise<void> {
  logLines = 0
  send({ runs: 'shell' })
  let isRendering = true
  try {
    const failure = new Promise<never>((_, reject) => {
      fail = reject
    })
    const request = sandbox.parse(json) as RenderRequest
    const rendering = shell.render(request, remotePage, remoteSlot).finally(() => {
      isRendering = false
    })
    const { html, reads } = await Promise.race([rendering, failure])
    if (html.length > MAX_HTML_LENGTH) throw new Error(`The page has ${html.length} characters of HTML`)
    send({ result: { html, reads } })
  } catch (error) {
    if (isRendering) {
      // A timer has failed. The page would wait on, beside those that come after it.
      process.stderr.write(textOf(error))
      process.exit(1)
    }
    send({ failed: textOf(error) })
  }
  fail = () => {}
  sandbox.clearTimers()
}

function remotePage(remote: string, path: string): Promise<{ Component: unknown }> {
  return remotePart(remote, 'pages', path)
}

const remoteSlot: RemoteSlot = async (remote, slot) => {
  const { Component } = await remotePart(remote, 'slots', slot)
  return { Component, runs: () => void send({ runs: remote }) }
}

async function remotePart(remote: string, kind: 'pages' | 'slots', name: string): Promise<{ Component: unknown }> {
  send({ runs: remote })
  const load = ownOf(Object(remotes.get(remote)?.[kind]) as ServerRemote['pages'], name, `the ${kind} of ${remote}`)
  const part = await load()
  if (!part.Component) throw new Error(`${name} of the ${kind} of ${remote} exports no Component`)
  return part
}

function ownOf<T>(table: Readonly<Record<string, T>>, key: string, what: string): T {
  const value = Object.hasOwn(table, key) ? table[key] : undefined
  if (value === undefined) throw new Error(`${key} is not in ${what}`)
  return value
}

let readsRequests = false
const readLine = lineReader(
  Number.POSITIVE_INFINITY,
  (line) => {
    if (readsRequests) return void render(line)
    readsRequests = true
    load(JSON.parse(line)).catch((error) => {
      send({ failed: textOf(error) })
      process.exit(1)
    })
  },
  () => {},
)
process.stdin.on('data', readLine)
// The portal server has ended.
process.stdin.on('end', () => process.exit(0))
