import { createPayout, type NewPayout, type Payout } from '@portal/contracts/payout'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'

/** By then the proxy has found another server than the one that died. */
const retryDelayMs = 1_000

/**
 * Sends an order, and once more under its key where the answer was lost: the server makes both one. `unknown`: it may
 * have been created. @throws ApiError only, when the server said no to the only attempt
 */
export async function sendOrder(body: NewPayout, idempotencyKey: string): Promise<Payout | 'unknown'> {
  const attempt = () => call(createPayout, { body }, { idempotencyKey })
  try {
    return await attempt()
  } catch (cause) {
    if (createdNothing(cause)) throw cause
    if (!isWorthAnother(cause)) return 'unknown'
  }
  await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
  return await attempt().catch((cause: unknown) => {
    // The proof of both is used up, so the first one creates nothing either.
    if (cause instanceof ApiError && cause.code === 'confirm_again') throw cause
    // Any other no to the second attempt says nothing of the first, which may still be under way.
    return 'unknown'
  })
}

/** After a timeout the order is better looked for than sent again. */
function isWorthAnother(cause: unknown): boolean {
  return cause instanceof ApiError && cause.isTransient && cause.code !== 'timeout'
}

/**
 * The server said no. Of anything else — no answer, a proxy's page, 409 «still running» — the effect is not known. A key
 * that was used for another comment means an earlier attempt that has arrived late: the order of that key is there.
 */
function createdNothing(cause: unknown): cause is ApiError {
  if (!(cause instanceof ApiError) || cause.problem.code === 'idempotency_key_reused') return false
  if (cause.isRejectedUnread) return true
  return cause.status >= 400 && cause.status < 500 && ![408, 409].includes(cause.status)
}
