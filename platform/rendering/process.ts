// The program of a process that renders (render-process.ts).

import { readFileSync } from 'node:fs'
import { integrityOf } from '../bundler/release.ts'
import { lineReader, type Message, type ServerFile, type Start } from './messages.ts'
import type { Host } from './realm/host.ts'
import { createRealm } from './realm.ts'

const write = process.stdout.write.bind(process.stdout)
const send = (json: string) => void write(`${json}\n`)
const sendMessage = (message: Message) => send(JSON.stringify(message))

function end(text: string): never {
  process.stderr.write(text)
  process.exit(1)
}

/** How to stop the timers of the realm, by their ids. */
const timers = new Map<number, () => void>()

const host: Host = {
  ...{ send, end, now: () => performance.now() },
  startTimer(id, ms) {
    const run = () => {
      timers.delete(id)
      runtime.runTimer(id)
    }
    const timer = ms === undefined ? setImmediate(run) : setTimeout(run, ms)
    timers.set(id, () =>
      ms === undefined ? clearImmediate(timer as NodeJS.Immediate) : clearTimeout(timer as NodeJS.Timeout),
    )
  },
  stopTimer(id) {
    timers.get(id)?.()
    timers.delete(id)
  },
  ...{ atob, btoa, decode: (bytes) => new TextDecoder().decode(bytes) },
  parseUrl: (url, base) => URL.parse(url, base)?.href ?? '',
  readUrl: (href, part) => Reflect.get(new URL(href), part),
  changeUrl(href, part, value) {
    const url = new URL(href)
    Reflect.set(url, part, value)
    return url.href
  },
  formatQuery: (pairs) => `${new URLSearchParams(JSON.parse(pairs))}`,
  callQuery(query, method, ...values) {
    const params = new URLSearchParams(query)
    const result = Reflect.apply(Reflect.get(params, method), params, values)
    return JSON.stringify([`${params}`, method === 'entries' ? [...params] : result])
  },
}

// A promise that a page leaves behind does not end the process.
process.on('unhandledRejection', () => {})
// The signals of a terminal and of a service manager reach the whole group.
// The portal server serves its last requests first.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

const { runtime, compile } = await createRealm(host)

function read({ name, path, integrity }: ServerFile): void {
  try {
    const code = readFileSync(path)
    if (integrityOf(code) !== integrity) throw new Error(`${path} is not as release.json says`)
    runtime.addBundle(name, compile(code.toString(), path))
  } catch (error) {
    if (name === 'shell') throw error
    runtime.addFailure(name, String((error as Error).stack))
  }
}

function readAll({ files }: Start): void {
  try {
    if (!files[0]) throw new Error('There is no shell')
    for (const file of files) read(file)
    sendMessage({ read: true })
  } catch (error) {
    sendMessage({ failed: String((error as Error).stack), isOwn: true })
    process.exit(1)
  }
}

/** The first line has the files to read, the second one is empty, and each later one is a request. */
const steps = [(line: string) => readAll(JSON.parse(line)), () => runtime.load()]
const readLine = lineReader(
  Number.POSITIVE_INFINITY,
  (line) => (steps.shift() ?? runtime.render.bind(runtime))(line),
  () => {},
)
process.stdin.on('data', readLine)
// The portal server has ended.
process.stdin.on('end', () => process.exit(0))
