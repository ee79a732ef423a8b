import { ApiError } from '@portal/shared/http/api-error'

/** The proxy removes a dead server within a moment, and a restarted server is back in seconds. */
const RETRY_DELAYS_MS = [300, 2_000]

/** Whether a failed query is sent again. `failures`: how often it had failed before. A rejection is final. */
export function mayRetry(failures: number, error: unknown): boolean {
  // `call` has already repeated requests that an overloaded server rejected.
  return failures < RETRY_DELAYS_MS.length && error instanceof ApiError && error.isTransient && !error.isRejectedUnread
}

/** Returns a delay that differs between clients. */
export function retryDelayMs(failures: number): number {
  return (RETRY_DELAYS_MS[failures] ?? 0) * (0.75 + Math.random() / 2)
}
