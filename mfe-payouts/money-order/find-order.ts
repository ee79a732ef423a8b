import { findPayoutByKey, type Payout } from '@portal/contracts/payout'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'

/** The delay before each search: a request may reach the server some seconds after its response timed out. */
const SEARCH_DELAYS_MS = [0, 1000, 2000, 4000]

/**
 * Searches for the payout of a key whose response was lost. Returns `missing` when the last attempt found no such
 * payout, and `unknown` when it failed for another reason.
 */
export async function findOrder(key: string, signal: AbortSignal): Promise<Payout | 'missing' | 'unknown'> {
  let verdict: 'missing' | 'unknown' = 'unknown'
  for (const delayMs of SEARCH_DELAYS_MS) {
    await wait(delayMs, signal)
    try {
      return await call(findPayoutByKey, { params: { key } }, { signal })
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      verdict = cause.status === 404 ? 'missing' : 'unknown'
    }
  }
  return verdict
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
