import type { ApiError } from '@portal/shared/http/api-error'

const MAX_ATTEMPTS = 3
/** A change of the database's primary takes about ten seconds, and each attempt waits for at least three. */
const MAX_ATTEMPTS_IN_FAILOVER = 7
/** The user decides about longer waits. */
const MAX_WAIT_SECONDS = 10

type WaitListener = (seconds: number, error: ApiError) => unknown
const waitListeners = new Set<WaitListener>()

/**
 * Calls `listener` with the seconds until a rejected request is sent again and the rejection. Returns a function that
 * stops listening.
 */
export function onOverloadWait(listener: WaitListener): () => void {
  waitListeners.add(listener)
  return () => waitListeners.delete(listener)
}

/**
 * Sends a request again when an overloaded server rejects it: never before its `Retry-After`, and at a random moment,
 * so that clients do not all return together. A rejected request had no effect, so money orders are repeated too.
 * `send` has to reject once `signal` is aborted.
 */
export async function repeatWhileOverloaded<T extends { error?: ApiError }>(
  send: () => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await send()
    const { error } = outcome
    if (!error?.isRejectedUnread) return outcome
    const retryAfter = error.problem.retry_after ?? 1
    const maxAttempts = error.code === 'database_failover' ? MAX_ATTEMPTS_IN_FAILOVER : MAX_ATTEMPTS
    if (retryAfter > MAX_WAIT_SECONDS || attempt >= maxAttempts) return outcome
    const seconds = retryAfter * (1 + Math.random() / 2)
    for (const listener of waitListeners) listener(Math.ceil(seconds), error)
    await wait(seconds, signal)
  }
}

/** Waits for the seconds, or until the caller aborts: the next attempt then rejects. */
function wait(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1_000)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
