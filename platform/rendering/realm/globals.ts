import { AbortController, AbortSignal, DOMException, Event, EventTarget } from './events.ts'
import type { Host } from './host.ts'
import { createTexts } from './text.ts'
import { createUrls } from './urls.ts'

const MAX_TEXT_LENGTH = 2_000

export type Timers = {
  runTimer(id: number): void
  /** Timers end with the page that has set them. */
  clearTimers(): void
}

type Options = {
  /** Gets what the callback of a timer throws. */
  onError(error: unknown): void
  log(line: string): void
}

/**
 * Defines what bundles have beside JavaScript's own objects: nothing that reaches files, a network or other processes.
 */
export function defineGlobals(host: Host, { onError, log }: Options): Timers {
  const write = (...values: unknown[]) => log(values.map(toText).join(' ').slice(0, MAX_TEXT_LENGTH))
  const { globals, ...timers } = createTimers(host, onError)
  Object.assign(globalThis, globals, createTexts(host), createUrls(host), {
    ...{ AbortController, AbortSignal, DOMException, Event, EventTarget },
    console: { debug: write, error: write, info: write, log: write, trace: write, warn: write },
    performance: { now: () => host.now(), timeOrigin: Date.now() - host.now() },
    queueMicrotask: (callback: () => void) => void Promise.resolve().then(callback).catch(onError),
  })
  return timers
}

type Callback = (...values: unknown[]) => void

function createTimers(host: Host, onError: Options['onError']) {
  const pending = new Map<number, () => void>()
  let lastId = 0

  function start(callback: Callback, ms: number | undefined, values: unknown[], repeats = false): number {
    if (typeof callback !== 'function') throw new TypeError('A timer needs a function')
    lastId += 1
    const id = lastId
    pending.set(id, () => {
      if (repeats) host.startTimer(id, ms)
      else pending.delete(id)
      callback(...values)
    })
    host.startTimer(id, ms)
    return id
  }

  function clear(id: unknown): void {
    if (pending.delete(id as number)) host.stopTimer(id as number)
  }

  return {
    globals: {
      setTimeout: (callback: Callback, ms?: unknown, ...values: unknown[]) => start(callback, Number(ms) || 0, values),
      setInterval: (callback: Callback, ms?: unknown, ...values: unknown[]) =>
        start(callback, Number(ms) || 0, values, true),
      setImmediate: (callback: Callback, ...values: unknown[]) => start(callback, undefined, values),
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
    },
    runTimer(id: number): void {
      try {
        pending.get(id)?.()
      } catch (error) {
        onError(error)
      }
    },
    clearTimers(): void {
      for (const id of [...pending.keys()]) clear(id)
    },
  }
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
