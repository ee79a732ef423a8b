/**
 * What the realm has of the process around it. Only texts, numbers and truth values come from there: an object would
 * lead to the prototypes of the process, and through them to its sockets.
 */
export type Host = {
  /** Sends a message (messages.ts), as JSON, to the portal server. */
  send(json: string): void
  /** Ends the process. `text` says why. */
  end(text: string): void
  /** Returns the milliseconds since the process started. */
  now(): number
  /** Calls `runTimer` of the realm after some milliseconds, or in the next turn of the event loop. */
  startTimer(id: number, ms?: number): void
  stopTimer(id: number): void
  atob(text: string): string
  btoa(text: string): string
  decode(bytes: Uint8Array): string
  /** Returns the normalised address, or an empty text for one that is invalid. */
  parseUrl(url: string, base?: string): string
  /** Returns one part of an address. */
  readUrl(href: string, part: string): string
  /** Returns the address with another value of one part. */
  changeUrl(href: string, part: string, value: string): string
  /** `[["a","1"]]` → `a=1` */
  formatQuery(pairs: string): string
  /** Calls a method of URLSearchParams. Returns the query after that and the result, as JSON. */
  callQuery(query: string, method: string, ...values: string[]): string
}

/** More stack frames than any method of the host takes. */
const NEEDED_FRAMES = 500

/** Throws an error of the realm where the stack is nearly full. */
function needStack(frames: number): number {
  return frames === 0 ? 0 : 1 + needStack(frames - 1)
}

/** Returns the host with methods that throw errors of the realm only. */
export function guardHost(host: Host): Host {
  const guarded = Object.entries(host).map(([name, method]) => [
    name,
    (...values: unknown[]) => {
      needStack(NEEDED_FRAMES)
      try {
        return Reflect.apply(method, undefined, values)
      } catch {
        throw new TypeError(`${name} failed`)
      }
    },
  ])
  return Object.fromEntries(guarded)
}
