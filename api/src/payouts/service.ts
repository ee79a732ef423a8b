import type { QueryOf, ResponseOf } from '@portal/contracts/endpoint'
import type { NewPayout } from '@portal/contracts/new-payout'
import type { listPayouts, Payout } from '@portal/contracts/payout'
import type { Db } from '../db/connect.ts'
import { hasErrorCode } from '../db/error-code.ts'
import { inTurn } from '../db/in-turn.ts'
import type { AppDependencies } from '../http/app-dependencies.ts'
import { parseAsOf, toPage } from '../http/numbered-pages.ts'
import { Problem, requireFound } from '../http/problem.ts'
import type { SignedIn } from '../http/route.ts'
import { verifyProof } from '../identity/confirmation/proof.ts'
import { findOwnEmployee } from '../staff/employees/repository.ts'
import { confirmAgainProblem } from './anomaly/order-confirmation.ts'
import { wasFirstConfirmation } from './anomaly/review-order.ts'
import { notifyParties } from './notify.ts'
import { createPayout } from './order/create-payout.ts'
import { findRecordedResponse, toIdempotentRequest } from './order/idempotency-record.ts'
import { employeeIds, orderQuote, planOrder } from './order/plan-order.ts'
import { countPayouts, findPayout, readPayouts } from './repository.ts'
import { toPayout } from './view.ts'

/**
 * Creates a payout. A withdrawal takes the money off the balance and leaves the rest to the worker; a transfer is
 * completed immediately, unless it is held for an operator. The same key and order again return the
 * same response and move no money.
 */
export async function requestPayout(
  deps: Pick<AppDependencies, 'db' | 'settings'>,
  user: SignedIn,
  key: string,
  { code, passkey, hold_if_unusual: shouldHoldIfUnusual = false, ...order }: NewPayout,
): Promise<Payout> {
  const { db } = deps
  const request = toIdempotentRequest(user.id, key, order)
  const earlier = await findRecordedResponse(db, request)
  if (earlier) return earlier
  try {
    const plan = await planOrder(db, deps.settings, user.id, order)
    const proof = await verifyProof(deps, user, order, { code, passkey }, orderQuote(plan))
    const payout = await inTurn([user.id, ...employeeIds(plan)], () =>
      db.transaction().execute((trx) => createPayout(trx, { user, order, key, plan, proof, shouldHoldIfUnusual })),
    )
    if (payout === 'confirm_again') throw confirmAgainProblem()
    await notifyParties(db, plan, payout)
    return payout
  } catch (error) {
    // Another request with this key may have created the payout meanwhile, and used up the code or the money.
    const recorded = await findRecordedResponse(db, request)
    if (recorded) return recorded
    if (isUsedUp(error) && (await wasFirstConfirmation(db, { user, order, key }))) throw confirmAgainProblem()
    throw isLockTimeout(error) ? new Problem(409, 'in_progress') : error
  }
}

function isLockTimeout(error: unknown): boolean {
  return hasErrorCode(error, '55P03')
}

/** Whether a code or a signature has been used already, or has expired. */
function isUsedUp(error: unknown): boolean {
  return error instanceof Problem && error.status === 410
}

export async function getUserPayout(db: Db, userId: string, payoutId: string): Promise<Payout> {
  const row = requireFound(await findPayout(db, userId, payoutId))
  return toPayout(row)
}

export async function listUserPayouts(
  db: Db,
  userId: string,
  { page = 1, as_of, restId }: QueryOf<typeof listPayouts>,
): Promise<ResponseOf<typeof listPayouts>> {
  const employeeId = restId === undefined ? undefined : (await findOwnEmployee(db, userId, restId)).id
  const count = parseAsOf(as_of, await countPayouts(db, employeeId ?? userId))
  const { range, position } = toPage({ first: 1, last: count }, page)
  const rows = await readPayouts(db, { userId, employeeId }, range)
  return { items: rows.map(toPayout), ...position, as_of: String(count) }
}
