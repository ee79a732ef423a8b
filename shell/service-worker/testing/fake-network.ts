import type { PrecacheManifest } from '@portal/shared/page-protocol'
import { vi } from 'vitest'

/** Replaces what the browser provides to a worker: caches, and a network with stubbed responses. */
export class FakeBrowser {
  readonly precaches = new Map<string, Map<string, string>>()
  /** Responses by path: a text, a status, or a failure. Other paths respond with 404. */
  readonly responses = new Map<string, string | number | Promise<string>>()
  readonly requests: string[] = []

  constructor() {
    vi.stubGlobal('caches', {
      open: async (name: string) => this.#open(name),
      keys: async () => [...this.precaches.keys()],
      delete: async (name: string) => this.precaches.delete(name),
      match: async (path: string) => {
        for (const precache of this.precaches.values()) if (precache.has(path)) return new Response(precache.get(path))
        return undefined
      },
    })
    vi.stubGlobal('fetch', async (input: string | Request) => {
      const { pathname, search } = new URL(typeof input === 'string' ? input : input.url, 'http://portal')
      this.requests.push(pathname + search)
      const response = await (this.responses.get(pathname) ?? 404)
      return typeof response === 'number' ? new Response(null, { status: response }) : new Response(response)
    })
  }

  #open(name: string) {
    const files = this.precaches.get(name) ?? new Map<string, string>()
    this.precaches.set(name, files)
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

export const precache: PrecacheManifest = {
  name: 'precache-2',
  files: [{ href: '/releases/shell/0123456789ab/main.js', integrity: 'sha256-main' }],
  sections: ['', 'billing'],
}

/** `done` resolves when all work that outlives the response has ended. */
export function fetchEvent(path: string): FetchEvent & { done: () => Promise<unknown> } {
  const after: Promise<unknown>[] = []
  return {
    request: new Request(`http://portal${path}`),
    waitUntil: (work: Promise<unknown>) => after.push(work),
    done: () => Promise.all(after),
  } as never
}
