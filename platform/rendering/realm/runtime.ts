import type { RemoteSlot, RenderRequest, ServerRemote, ServerShell } from '@portal/shared/rendering-protocol'
import { MAX_HTML_LENGTH, type Message } from '../messages.ts'
import { defineGlobals, type Timers, toText } from './globals.ts'
import { guardHost, type Host } from './host.ts'
import { lockLanguage, lockProvided } from './lock.ts'
import { requireOfNode } from './node-modules.ts'

/** Later lines of one page are dropped. */
const MAX_LOG_LINES = 10

type Require = (name: string) => unknown

/** A compiled bundle, which is CommonJS. Each call makes its modules new. */
export type Bundle = (module: { exports: unknown }, exports: unknown, require: Require) => void

/** What the portal itself says about a page. */
class Refusal extends Error {
  readonly #isOwn = true

  /** Reads no property of the value: a page may throw a proxy. */
  static is(value: unknown): boolean {
    return typeof value === 'object' && value !== null && #isOwn in value
  }
}

/** Loads the bundles and renders pages. The process passes in texts and numbers, and gets messages. */
export class Runtime {
  readonly #host: Host
  readonly #timers: Timers
  readonly #bundles = new Map<string, Bundle>()
  readonly #failures: { name: string; message: string }[] = []
  /** What the remotes export, with modules that serve one session: its pages are rendered more than once. */
  readonly #remotes = new Map<string, ServerRemote>()
  #session = ''
  #shell: ServerShell | undefined
  #provided: Readonly<Record<string, unknown>> = {}
  #logLines = 0
  /** Rejects the page that is being rendered. */
  #fail: (error: unknown) => void = () => {}

  constructor(host: Host) {
    this.#host = guardHost(host)
    this.#timers = defineGlobals(this.#host, {
      onError: (error) => this.#fail(error),
      log: (line) => {
        this.#logLines += 1
        if (this.#logLines <= MAX_LOG_LINES) this.#send({ log: line })
      },
    })
    lockLanguage()
  }

  /** Node calls this for the `stack` of an error. */
  static describeError(_realm: unknown, error: unknown, frames: readonly unknown[]): string {
    const text = toText({ toString: () => String(error) })
    return [text, ...frames.map((frame) => `    at ${frame}`)].join('\n')
  }

  /** Node calls this for `import()`. */
  static async rejectImport(): Promise<never> {
    throw new TypeError('There is no import() on the server: a bundle is one file')
  }

  /** The shell is the first one. */
  addBundle(name: string, bundle: Bundle): void {
    this.#bundles.set(name, bundle)
  }

  addFailure(name: string, message: string): void {
    this.#failures.push({ name, message })
  }

  runTimer(id: number): void {
    this.#timers.runTimer(id)
  }

  load(): void {
    this.#load().catch((error) => {
      this.#send({ failed: toText(error), isOwn: true })
      this.#host.end('')
    })
  }

  /** `json`: a RenderRequest. */
  render(json: string): void {
    this.#render(json).catch((error) => this.#host.end(toText(error)))
  }

  async #load(): Promise<void> {
    this.#shell = this.#run('shell', requireOfNode) as ServerShell
    this.#provided = await this.#shell.provide()
    lockProvided(Object.values(this.#provided).map(Object))
    Object.freeze(globalThis)
    for (const name of this.#bundles.keys()) {
      try {
        if (name !== 'shell') this.#remote(name)
      } catch (error) {
        this.addFailure(name, toText(error))
      }
    }
    const loaded = { pages: this.#names('pages'), slots: this.#names('slots'), failures: this.#failures }
    this.#remotes.clear()
    this.#timers.clearTimers()
    this.#send({ loaded })
  }

  /** Returns the names of the pages or slots of each remote. */
  #names(kind: 'pages' | 'slots'): Record<string, string[]> {
    return Object.fromEntries([...this.#remotes].map(([name, remote]) => [name, Object.keys(Object(remote[kind]))]))
  }

  async #render(json: string): Promise<void> {
    if (!this.#shell) throw new Refusal('There is no shell')
    this.#logLines = 0
    this.#send({ runs: 'shell' })
    let isRendering = true
    let message: Message
    try {
      const failure = new Promise<never>((_, reject) => {
        this.#fail = reject
      })
      const request = JSON.parse(json) as RenderRequest
      this.#beginSession(JSON.stringify(request.session))
      const rendering = this.#shell.render(request, this.#remotePage, this.#remoteSlot).finally(() => {
        isRendering = false
      })
      const { html, reads } = await Promise.race([rendering, failure])
      if (html.length > MAX_HTML_LENGTH) throw new Refusal(`The page has ${html.length} characters of HTML`)
      message = { result: { html, reads } }
    } catch (error) {
      // A timer has failed. The page would wait on, beside those that come after it.
      if (isRendering) return this.#host.end(toText(error))
      message = { failed: toText(error), isOwn: Refusal.is(error) }
      this.#remotes.clear()
    }
    this.#fail = () => {}
    this.#timers.clearTimers()
    this.#send(message)
  }

  /** Makes the modules of remotes new where the page is one of another session. */
  #beginSession(session: string): void {
    if (session !== this.#session) this.#remotes.clear()
    this.#session = session
  }

  readonly #remotePage = (remote: string, path: string) => this.#part(remote, 'pages', path)

  readonly #remoteSlot: RemoteSlot = async (remote, slot) => {
    const { Component } = await this.#part(remote, 'slots', slot)
    return { Component, runs: () => this.#send({ runs: remote }) }
  }

  async #part(remote: string, kind: 'pages' | 'slots', name: string): Promise<{ Component: unknown }> {
    this.#send({ runs: remote })
    const load = ownValue(Object(this.#remote(remote)[kind]) as ServerRemote['pages'], name, `the ${kind} of ${remote}`)
    const part = await load()
    if (!part.Component) throw new Refusal(`${name} of the ${kind} of ${remote} exports no Component`)
    return part
  }

  /** Runs the bundle of a remote unless this session has its modules. */
  #remote(name: string): ServerRemote {
    const known = this.#remotes.get(name)
    if (known) return known
    const remote = this.#run(name, (module) =>
      ownValue(this.#provided, module, 'what the shell provides'),
    ) as ServerRemote
    this.#remotes.set(name, remote)
    return remote
  }

  #run(name: string, require: Require): unknown {
    this.#send({ runs: name })
    const bundle = this.#bundles.get(name)
    if (!bundle) throw new Refusal(`There is no bundle of ${name}`)
    const module: { exports: unknown } = { exports: {} }
    bundle(module, module.exports, require)
    return module.exports
  }

  #send(message: Message): void {
    this.#host.send(JSON.stringify(message))
  }
}

function ownValue<T>(table: Readonly<Record<string, T>>, key: string, what: string): T {
  const value = Object.hasOwn(table, key) ? table[key] : undefined
  if (value === undefined) throw new Refusal(`${key} is not in ${what}`)
  return value
}
