import { ApiError } from '@portal/shared/http/api-error'

/** The proxy removes a dead server in a moment, and a restarted one is back in seconds. */
const retryDelaysMs = [300, 2_000]

/** Whether a call that changes nothing is made again after it failed before `failures` times. A rejection is a response. */
export function mayRetry(failures: number, error: unknown): boolean {
  // `call` has sent again already what an overloaded server has rejected.
  return failures < retryDelaysMs.length && error instanceof ApiError && error.isTransient && !error.isRejectedUnread
}

/** Returns a delay that differs between clients. */
export function retryDelayMs(failures: number): number {
  return (retryDelaysMs[failures] ?? 0) * (0.75 + Math.random() / 2)
}
