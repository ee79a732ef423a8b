import { createRequire } from 'node:module'
import { type Context, constants, createContext, Script } from 'node:vm'
import { createTimers } from './timers.ts'

const { AbortController, AbortSignal, Blob, Event, EventTarget, FormData, Headers, Request, Response } = globalThis
const { ReadableStream, TextDecoder, TextEncoder, TransformStream, URL, URLSearchParams, WritableStream } = globalThis
const { atob, btoa, performance, queueMicrotask, structuredClone } = globalThis

/** What bundles have beside JavaScript's own objects and timers: nothing that reaches files, a network or other processes. */
const globals = {
  ...{ AbortController, Blob, Event, EventTarget, FormData, Headers, Request, Response },
  ...{ ReadableStream, TextDecoder, TextEncoder, TransformStream, URL, URLSearchParams, WritableStream },
  ...{ atob, btoa, performance, queueMicrotask, structuredClone },
  // React counts bytes with it. The whole of it would give out memory that has texts of earlier pages.
  Buffer: { byteLength: Buffer.byteLength },
}

const MAX_TEXT_LENGTH = 2_000

/** What React's renderer and the shell import of Node. */
const modulesOfNode = ['async_hooks', 'crypto', 'stream', 'stream/consumers', 'timers/promises', 'util']

/** Returns one of these modules, with or without `node:`. @throws Error for others */
export function requireOfNode(name: string): unknown {
  if (!modulesOfNode.includes(name.replace(/^node:/, ''))) throw new Error(`${name} is not there on the server`)
  return createRequire(import.meta.url)(name)
}

export type Sandbox = {
  /** Runs a bundle, which is CommonJS. Returns its exports. */
  run(code: string, file: string, require: (name: string) => unknown): unknown
  /** Parses JSON to objects of the bundles' realm, because they compare prototypes. */
  parse(json: string): unknown
  clearTimers(): void
}

type Options = {
  /** Gets what the callback of a timer throws. */
  onError(error: unknown): void
  log(line: string): void
}

/** Creates a realm with the globals above, without those of Node. Texts are not compiled there: no `eval`. */
export function createSandbox({ onError, log }: Options): Sandbox {
  // Without the interceptors of a contextified object, which make each access to a global slow.
  const context: Context = createContext(constants.DONT_CONTEXTIFY as unknown as Context, {
    codeGeneration: { strings: false, wasm: false },
  })
  const inContext = (code: string, filename = 'sandbox') => new Script(code, { filename }).runInContext(context)
  const timers = createTimers(onError)
  const write = (...values: unknown[]) => log(values.map(textOf).join(' ').slice(0, MAX_TEXT_LENGTH))
  const console = { debug: write, error: write, info: write, log: write, trace: write, warn: write }
  Object.assign(context, globals, timers.globals, { console, AbortSignal: signalsOf(timers.globals) })
  const { parse } = inContext('JSON') as JSON
  const createModule = inContext('() => ({ exports: {} })') as () => { exports: unknown }

  return {
    run(code, file, require) {
      const module = createModule()
      inContext(`(function (module, exports, require) {${code}\n})`, file)(module, module.exports, require)
      return module.exports
    },
    parse,
    clearTimers: timers.clearAll,
  }
}

/** Returns `AbortSignal` with a `timeout` that ends with its page, as the timers do. */
function signalsOf({ setTimeout }: ReturnType<typeof createTimers>['globals']): typeof AbortSignal {
  function timeout(ms: number): AbortSignal {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('The time is over', 'TimeoutError')), ms)
    return controller.signal
  }
  return new Proxy(AbortSignal, {
    get: (signals, name) => (name === 'timeout' ? timeout : Reflect.get(signals, name)),
  })
}

/** Returns the stack of an error, and a text of anything else, whatever its own methods do. */
export function textOf(value: unknown): string {
  try {
    const { stack } = Object(value) as { stack?: unknown }
    return (typeof stack === 'string' ? stack : String(value)).slice(0, MAX_TEXT_LENGTH)
  } catch {
    return 'a value without a text'
  }
}
