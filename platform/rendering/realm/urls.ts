import type { Host } from './host.ts'

const PARTS = 'href protocol username password host hostname port pathname search hash origin'.split(' ')
const METHODS = ['append', 'delete', 'get', 'getAll', 'has', 'set', 'sort', 'toString']

/** The text of a query. That of a URL is a part of its address. */
type Query = { text: string }

/** Creates the classes of addresses. Their objects have a text, and the process parses it. */
export function createUrls(host: Host): Record<string, unknown> {
  const URLSearchParams = createQueryClass(host)
  return { URL: createUrlClass(host, URLSearchParams), URLSearchParams }
}

function createQueryClass(host: Host) {
  return class URLSearchParams {
    readonly #query: Query

    constructor(start: unknown = '', query: Query = { text: queryText(host, start) }) {
      this.#query = query
    }

    static {
      for (const method of METHODS) {
        const value = function (this: URLSearchParams, ...values: unknown[]): unknown {
          return this.#call(method, values)
        }
        Object.defineProperty(URLSearchParams.prototype, method, { value })
      }
    }

    get size(): number {
      return this.#pairs().length
    }

    *keys(): Iterable<string> {
      for (const [name] of this.#pairs()) yield name
    }

    *values(): Iterable<string> {
      for (const [, value] of this.#pairs()) yield value
    }

    entries(): Iterable<[string, string]> {
      return this.#pairs().values()
    }

    [Symbol.iterator](): Iterable<[string, string]> {
      return this.entries()
    }

    forEach(work: (value: string, name: string, params: URLSearchParams) => void): void {
      for (const [name, value] of this.#pairs()) work(value, name, this)
    }

    #pairs(): [string, string][] {
      return this.#call('entries', []) as [string, string][]
    }

    #call(method: string, values: unknown[]): unknown {
      const texts = values.filter((value) => value !== undefined).map((value) => `${value}`)
      const [text, result] = JSON.parse(host.callQuery(this.#query.text, method, ...texts)) as [string, unknown]
      if (['append', 'delete', 'set', 'sort'].includes(method)) this.#query.text = text
      return result
    }
  }
}

function queryText(host: Host, start: unknown): string {
  if (typeof start !== 'object' || start === null) return `${start}`
  const pairs = Symbol.iterator in start ? [...(start as Iterable<Iterable<unknown>>)] : Object.entries(start)
  return host.formatQuery(JSON.stringify(pairs.map((pair) => Array.from(pair, (text) => `${text}`))))
}

function createUrlClass(host: Host, URLSearchParams: ReturnType<typeof createQueryClass>) {
  return class URL {
    #href: string
    readonly searchParams: InstanceType<typeof URLSearchParams>

    constructor(url: unknown, base?: unknown) {
      this.#href = host.parseUrl(`${url}`, base === undefined ? base : `${base}`)
      if (!this.#href) throw new TypeError('Invalid URL')
      const [get, set] = [() => host.readUrl(this.#href, 'search'), (text: string) => this.#change('search', text)]
      this.searchParams = new URLSearchParams('', Object.defineProperty({ text: '' }, 'text', { get, set }))
    }

    static {
      for (const part of PARTS) {
        Object.defineProperty(URL.prototype, part, {
          enumerable: true,
          get(this: URL) {
            return host.readUrl(this.#href, part)
          },
          set(this: URL, value: unknown) {
            this.#change(part, `${value}`)
          },
        })
      }
    }

    static parse(url: unknown, base?: unknown): URL | null {
      try {
        return new URL(url, base)
      } catch {
        return null
      }
    }

    static canParse(url: unknown, base?: unknown): boolean {
      return URL.parse(url, base) !== null
    }

    toString(): string {
      return this.#href
    }

    toJSON(): string {
      return this.#href
    }

    #change(part: string, value: string): void {
      this.#href = host.changeUrl(this.#href, part, value)
    }
  }
}
