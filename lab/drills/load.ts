import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Running } from '@portal/command/command'
import { percentile } from '@portal/command/percentile'
import type { Load, LoadResult } from './load-generator.ts'
import { type DrillPortal, pageHeaders } from './portal.ts'

const REQUEST_INTERVAL_MS = 20

/** Sends requests from another process. Resolves when all have their response or have timed out. */
export async function sendLoad({ started }: Running, load: Load): Promise<LoadResult> {
  const generator = fork(join(import.meta.dirname, 'load-generator.ts'))
  started({ stop: () => generator.kill('SIGKILL') })
  generator.send(load)
  const [result] = await once(generator, 'message')
  return result as LoadResult
}

/** Returns addresses of this machine other than 127.0.0.1. */
export function localAddresses(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `127.0.${1 + (n >> 7)}.${1 + (n & 127)}`)
}

/** Returns the bytes of a request, one character each. */
export function rawRequest(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object | Buffer,
): string {
  const text = Buffer.isBuffer(body) ? body.toString('latin1') : body ? JSON.stringify(body) : ''
  const lines = Object.entries({
    host: 'localhost',
    ...(body && { 'content-type': 'application/json', 'content-length': String(text.length) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${text}`
}

/**
 * Requests a user's balance at a short interval for some seconds. Returns the median latency in milliseconds; a
 * rejected request counts as an infinite one.
 */
export async function medianBalanceMs(
  { origin }: Pick<DrillPortal, 'origin'>,
  session: string,
  seconds: number,
): Promise<number> {
  const times: number[] = []
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await delay(REQUEST_INTERVAL_MS)) {
    const start = performance.now()
    const response = await fetch(`${origin}/api/v1/user/balance`, { headers: pageHeaders(session) })
    await response.text()
    times.push(response.ok ? performance.now() - start : Number.POSITIVE_INFINITY)
  }
  return percentile(times, 0.5)
}

/** Returns the number of responses by status: `900 × 200, 12 × 503`. */
export function formatCounts({ latencies }: LoadResult): string {
  return Object.entries(latencies)
    .map(([status, times]) => `${times.length} × ${status}`)
    .join(', ')
}
