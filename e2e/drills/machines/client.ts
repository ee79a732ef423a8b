import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '@portal/shared/http/api-error'
import { mayRetry, retryDelayMs } from '@portal/shared/http/retry'
import { pageHeaders } from '../portal.ts'

// The code by which pages call the API runs here as it is. A browser adds to its requests what this adds.

const session = new AsyncLocalStorage<string>()

/** Makes `fetch` one of pages of the portal at `origin`. */
export function becomePageOf(origin: string): void {
  const send = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const token = session.getStore()
    if (token === undefined || typeof input !== 'string' || !input.startsWith('/')) return send(input, init)
    const headers = { ...pageHeaders(token), origin, ...(init?.headers as Record<string, string>) }
    return send(origin + input, { ...init, headers })
  }
}

/** Runs what a page does in the session of a user. */
export function inPage<T>(token: string, work: () => Promise<T>): Promise<T> {
  return session.run(token, work)
}

/** A browser gives up later. */
const LOAD_TIMEOUT_MS = 30_000

/** Requests something that is no call of the API. @throws ApiError as `call` does */
export async function load(path: string): Promise<string> {
  const response = await fetch(path, {
    headers: { accept: 'text/html,*/*' },
    signal: AbortSignal.timeout(LOAD_TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new ApiError(0, { code: 'offline', message: `${path}: ${cause}` })
  })
  const text = await response.text().catch((cause: unknown) => {
    throw new ApiError(0, { code: 'offline', message: `${path}: ${cause}` })
  })
  if (response.status >= 400) throw new ApiError(response.status, { code: 'bad_gateway', message: path })
  return text
}

/** When something is done again after it failed before `failures` times; undefined: not any more. */
type RetryDelay = (failures: number, error: unknown) => number | undefined

/** As the queries of pages do. */
export const asQuery: RetryDelay = (failures, error) => (mayRetry(failures, error) ? retryDelayMs(failures) : undefined)

/** A browser loads a page again whose server did not respond, and nginx's own page does so by itself. */
export const asNavigation: RetryDelay = (failures) => [1_000, 5_000, 5_000][failures]

/** Does something until it succeeds. Calls `onRetry` before it does it again. @throws what `work` throws at last */
export async function withRetries<T>(work: () => Promise<T>, delayMs: RetryDelay, onRetry: () => void): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work()
    } catch (error) {
      const waitMs = delayMs(failures, error)
      if (waitMs === undefined) throw error
      onRetry()
      await delay(waitMs)
    }
  }
}
