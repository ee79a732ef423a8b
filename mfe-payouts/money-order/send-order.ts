import { createPayout, type NewPayout } from '@portal/contracts/new-payout'
import type { Payout } from '@portal/contracts/payout'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'

/** By this time the proxy has found another server instead of the one that failed. */
const RETRY_DELAY_MS = 1_000

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
    // Sent again even after a timeout: the machine that had it may be gone, and the key prevents a second order.
    if (!(cause instanceof ApiError) || !cause.isTransient) return 'unknown'
  }
  await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
  return await attempt().catch((cause: unknown) => {
    // The proof of both is used up, so the first one creates nothing either.
    if (cause instanceof ApiError && cause.code === 'confirm_again') throw cause
    // Any other rejection of the second attempt does not concern the first, which may still be running.
    return 'unknown'
  })
}

/**
 * Returns whether the server rejected the order. After anything else (no response, a proxy's page, 409 «still running»)
 * the effect is unknown. If the key was used with another comment, an earlier attempt arrived late and its order
 * exists.
 */
function createdNothing(cause: unknown): cause is ApiError {
  if (!(cause instanceof ApiError) || cause.problem.code === 'idempotency_key_reused') return false
  if (cause.isRejectedUnread) return true
  return cause.status >= 400 && cause.status < 500 && ![408, 409].includes(cause.status)
}
