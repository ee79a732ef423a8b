import { runInNewContext } from 'node:vm'

/** Longer texts of the console or of an error are cut off. */
const MAX_TEXT_LENGTH = 2_000

/** Classes and functions of the web that bundles use while they render. */
const ofWeb = [
  ...['AbortController', 'AbortSignal', 'DOMException', 'Event', 'EventTarget', 'URL', 'URLSearchParams'],
  ...['TextDecoder', 'TextEncoder', 'atob', 'btoa', 'queueMicrotask'],
]

type Callback = (...values: unknown[]) => void

/**
 * Removes all globals except those of the language, the classes above, timers and a console, so that bundles reach no
 * files, network or other processes. `log` gets the console's lines. Returns a function that ends the timers of a page.
 */
export function limitGlobals(log: (line: string) => void): () => void {
  const { timers, clearTimers } = createTimers()
  const { performance, Buffer } = globalThis
  const ofLanguage: string[] = runInNewContext('Object.getOwnPropertyNames(globalThis)')
  const kept = new Set([...ofLanguage, ...ofWeb])
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!kept.has(name)) Reflect.deleteProperty(globalThis, name)
  }
  AbortSignal.timeout = timeoutSignal
  const write = (...values: unknown[]) => log(values.map(toText).join(' ').slice(0, MAX_TEXT_LENGTH))
  const added = {
    ...timers,
    // React measures each piece of a page in bytes with it.
    Buffer: { byteLength: (text: string) => Buffer.byteLength(text) },
    console: { debug: write, error: write, info: write, log: write, trace: write, warn: write },
    performance: { now: () => performance.now(), timeOrigin: performance.timeOrigin },
  }
  for (const [name, value] of Object.entries(added)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
  return clearTimers
}

/** A timer is a number for bundles, as it is in a browser. */
function createTimers() {
  const { setTimeout, setInterval, setImmediate, clearTimeout, clearImmediate } = globalThis
  const running = new Map<number, () => void>()
  let lastId = 0

  function add(stop: (id: number) => () => void): number {
    lastId += 1
    running.set(lastId, stop(lastId))
    return lastId
  }

  function clear(id: unknown): void {
    running.get(id as number)?.()
    running.delete(id as number)
  }

  const once = (id: number, callback: Callback) => (values: unknown[]) => {
    running.delete(id)
    callback(...values)
  }
  return {
    timers: {
      setTimeout: (callback: Callback, ms?: number, ...values: unknown[]) =>
        add((id) => {
          const timer = setTimeout(once(id, callback), ms, values)
          return () => clearTimeout(timer)
        }),
      setInterval: (callback: Callback, ms?: number, ...values: unknown[]) =>
        add(() => {
          const timer = setInterval(callback, ms, ...values)
          return () => clearTimeout(timer)
        }),
      setImmediate: (callback: Callback, ...values: unknown[]) =>
        add((id) => {
          const timer = setImmediate(once(id, callback), values)
          return () => clearImmediate(timer)
        }),
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
    },
    clearTimers(): void {
      for (const id of [...running.keys()]) clear(id)
    },
  }
}

/** Replaces `AbortSignal.timeout`. Its timer ends with the page. */
function timeoutSignal(ms: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException('The time is over', 'TimeoutError')), ms)
  return controller.signal
}

/** Returns the stack of an error, and a text of anything else, whatever its own methods do. */
export function toText(value: unknown): string {
  try {
    const { stack } = Object(value) as { stack?: unknown }
    return (typeof stack === 'string' ? stack : String(value)).slice(0, MAX_TEXT_LENGTH)
  } catch {
    return 'a value without a text'
  }
}
