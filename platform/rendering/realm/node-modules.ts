// What React's renderer and the shell import of Node, as much of it as they use:
// Node's own modules lead to all of the process.

/** One page is rendered at a time, and none of its parts needs the store after it has waited. */
class AsyncLocalStorage {
  #store: unknown

  getStore(): unknown {
    return this.#store
  }

  run(store: unknown, work: (...values: unknown[]) => unknown, ...values: unknown[]): unknown {
    const before = this.#store
    this.#store = store
    try {
      return work(...values)
    } finally {
      this.#store = before
    }
  }
}

/** Collects what is written to it. */
class PassThrough {
  readonly text = Promise.withResolvers<string>()
  #text = ''
  readonly #decoder = new TextDecoder()

  /** Each chunk of React has whole characters. */
  write(chunk: string | Uint8Array<ArrayBuffer>): true {
    this.#text += typeof chunk === 'string' ? chunk : this.#decoder.decode(chunk)
    return true
  }

  end(): void {
    this.text.resolve(this.#text)
  }

  destroy(error: unknown): void {
    this.text.reject(error)
  }

  on(): this {
    return this
  }
}

function createHash(): never {
  throw new Error('There is no createHash on the server')
}

const modules = (): Record<string, Record<string, unknown>> => ({
  async_hooks: { AsyncLocalStorage },
  crypto: { createHash },
  stream: { PassThrough },
  'stream/consumers': { text: (stream: PassThrough) => stream.text.promise },
  'timers/promises': {
    setImmediate: () => new Promise<void>((resolve) => void setImmediate(resolve)),
    setTimeout: (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms)),
  },
  util: { TextDecoder, TextEncoder },
})

/** Returns one of these modules, with or without `node:`. @throws Error for others */
export function requireOfNode(name: string): unknown {
  const found = new Map(Object.entries(modules())).get(name.replace(/^node:/, ''))
  if (!found) throw new Error(`${name} is not there on the server`)
  return found
}
