import { createPayout, type NewPayout } from '@portal/contracts/new-payout'
import type { Payout } from '@portal/contracts/payout'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'

/** By then the proxy has found another server than the one that died. */
const retryDelayMs = 1_000

/**
 * Sends an order, and once more under its key where the response was lost: the server makes both one. `unknown`: it may
 * have been created. @throws ApiError only, when the server rejected the only attempt
 */
export async function sendOrder(body: NewPayout, idempotencyKey: string): Promise<Payout | 'unknown'> {
  const attempt = () => call(createPayout, { body }, { idempotencyKey })
  try {
    return await attempt()
  } catch (cause) {
    if (createdNothing(cause)) throw cause
    // Also after a timeout: the machine that had it may be gone, and its key makes both one.
    if (!(cause instanceof ApiError) || !cause.isTransient) return 'unknown'
  }
  await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
  return await attempt().catch((cause: unknown) => {
    // The proof of both is used up, so the first one creates nothing either.
    if (cause instanceof ApiError && cause.code === 'confirm_again') throw cause
    // Any other rejection of the second attempt does not concern the first, which may still be running.
    return 'unknown'
  })
}

/**
 * Whether the server rejected it. After anything else — no response, a proxy's page, 409 «still running» — the effect
 * is unknown. A key that was used for another comment means an earlier attempt that has arrived late: the order of that
 * key is there.
 */
function createdNothing(cause: unknown): cause is ApiError {
  if (!(cause instanceof ApiError) || cause.problem.code === 'idempotency_key_reused') return false
  if (cause.isRejectedUnread) return true
  return cause.status >= 400 && cause.status < 500 && ![408, 409].includes(cause.status)
}
