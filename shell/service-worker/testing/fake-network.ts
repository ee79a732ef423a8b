import type { PrecacheManifest } from '@portal/shared/page-protocol'
import { vi } from 'vitest'

/** What the browser has where the worker runs: caches, and a network of given answers. */
export class FakeBrowser {
  readonly kits = new Map<string, Map<string, string>>()
  /** By path: a text, a status, or a failure. What is not here is 404. */
  readonly answers = new Map<string, string | number | Promise<string>>()
  readonly asked: string[] = []

  constructor() {
    vi.stubGlobal('caches', {
      open: async (name: string) => this.#open(name),
      keys: async () => [...this.kits.keys()],
      delete: async (name: string) => this.kits.delete(name),
      match: async (path: string) => {
        for (const kit of this.kits.values()) if (kit.has(path)) return new Response(kit.get(path))
        return undefined
      },
    })
    vi.stubGlobal('fetch', async (asked: string | Request) => {
      const { pathname, search } = new URL(typeof asked === 'string' ? asked : asked.url, 'http://portal')
      this.asked.push(pathname + search)
      const answer = await (this.answers.get(pathname) ?? 404)
      return typeof answer === 'number' ? new Response(null, { status: answer }) : new Response(answer)
    })
  }

  #open(name: string) {
    const files = this.kits.get(name) ?? new Map<string, string>()
    this.kits.set(name, files)
    return {
      match: async (path: string) => (files.has(path) ? new Response(files.get(path)) : undefined),
      put: async (path: string, response: Response) => files.set(path, await response.text()),
    }
  }
}

export const noNetwork = (): Promise<string> => {
  const failure = Promise.reject<string>(new TypeError('Failed to fetch'))
  failure.catch(() => {})
  return failure
}

export const kit: PrecacheManifest = {
  name: 'kit-2',
  files: [{ href: '/releases/shell/0123456789ab/main.js', integrity: 'sha256-main' }],
  sections: ['', 'billing'],
}

/** `done`: when all that outlives the answer has happened. */
export function asks(path: string): FetchEvent & { done: () => Promise<unknown> } {
  const after: Promise<unknown>[] = []
  return {
    request: new Request(`http://portal${path}`),
    waitUntil: (work: Promise<unknown>) => after.push(work),
    done: () => Promise.all(after),
  } as never
}
