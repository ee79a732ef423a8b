import { MIN_PAYOUT_RUBLES } from '@portal/contracts/payout'
import type { Fee } from '@portal/contracts/payout-fee'
import type { PayoutTerms } from '@portal/contracts/payout-method'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import { type Cooling, findCoolings } from '../../identity/password/cooling.ts'
import { hasOrderedToday, type LoweredOrder, type Ordered, readOrdered } from '../repository.ts'

/**
 * The minimum and maximum of one order, and the maximum of an employee in a day and a month of the restaurant.
 */
export const ORDER_LIMITS_KOPECKS = {
  payout: { min: MIN_PAYOUT_RUBLES * 100, max: 75_000_00, day: 150_000_00, month: 600_000_00 },
  transfer: { min: 1_00, max: 75_000_00, day: 150_000_00, month: 1_500_000_00 },
} as const

/** Rubles and percent, as in the response to the browser. */
export const PAYOUT_FEES = {
  card: { percent: 1.5, fixed: 0, min: 15 },
  sbp: { percent: 0, fixed: 0, min: 0 },
} satisfies Record<PayoutTerms['type'], Fee>

/**
 * After this time a payout is late, and its page offers to call the support. By СБП it usually takes a minute
 * (`terms.ts`), but nobody needs to call after two.
 */
export const PAYOUT_MINUTES = { card: 10, sbp: 5 } satisfies Record<PayoutTerms['type'], number>

/**
 * The number of an employee's withdrawals a day for which the restaurant bears its share of the fee. Without this
 * limit, many small withdrawals with their minimum fees would cost the restaurant more than one large withdrawal.
 */
const MAX_SHARED_FEES = 2

/** Returns the share of the next withdrawal's fee that the restaurant bears, in percent. */
export function nextFeeShare(
  { fee_share }: { fee_share: number },
  { sharedFees }: Pick<Ordered, 'sharedFees'>,
): number {
  return sharedFees < MAX_SHARED_FEES ? fee_share : 0
}

/**
 * Returns the employee's part of a fee when the restaurant bears `share` percent. It is a fee with smaller numbers, of
 * two decimals, so the page computes it with the usual formula.
 */
export function employeeFee({ percent, fixed, min }: Fee, share: number): Fee {
  const rest = (value: number) => Math.round(value * (100 - share)) / 100
  return { percent: rest(percent), fixed: rest(fixed), min: rest(min) }
}

export type OrderKind = keyof typeof ORDER_LIMITS_KOPECKS

/**
 * The maximum of one user's orders in 24 hours, of all kinds and restaurants. Each order costs a message,
 * or lines of the ledger and the audit trail.
 */
const MAX_ORDERS_A_DAY = 100

/** The part of a plan that limits depend on; a transfer has no method. */
type LimitedOrder = {
  kind: OrderKind
  payer: { id: string; user_id: string; fee_share: number }
  amount: number
  restaurantFee: number
  methodId?: string
}

/** Checks the limits of one order. @throws Problem 422 `below_minimum`, `limit_exceeded` */
export function requireWithinOrderLimits(kind: OrderKind, amount: number): void {
  if (amount < ORDER_LIMITS_KOPECKS[kind].min) throw limitProblem('below_minimum')
  if (amount > ORDER_LIMITS_KOPECKS[kind].max) throw limitProblem('limit_exceeded', 'at_once')
}

/**
 * Checks the limits of a day and a month. The caller has locked the user's orders, so that each one sees the others. A
 * cooling time counts the orders of both kinds by all employees of the user. Returns the lowered limits that the order
 * counts against.
 * @throws Problem 422 `too_many_orders`, `limit_exceeded` with the reason, and `quote_changed` if the restaurant no
 * longer shares the fee
 */
export async function requireWithinPeriodLimits(
  trx: Db,
  { kind, payer, amount, restaurantFee, methodId }: LimitedOrder,
): Promise<LoweredOrder> {
  if (await hasOrderedToday(trx, payer.user_id, MAX_ORDERS_A_DAY)) throw new Problem(422, 'too_many_orders')
  const ordered = await readOrdered(trx, payer, kind)
  if (restaurantFee > 0 && nextFeeShare(payer, ordered) === 0) throw new Problem(422, 'quote_changed')
  // The month is checked first: if it is used up, waiting for the next day does not help.
  if (ordered.month + amount > ORDER_LIMITS_KOPECKS[kind].month) throw limitProblem('limit_exceeded', 'month')
  if (ordered.day + amount > ORDER_LIMITS_KOPECKS[kind].day) throw limitProblem('limit_exceeded', 'day')
  if (!ordered.isCooling) return {}
  const coolings = await findCoolings(trx, payer.user_id, methodId)
  const exceeded = coolings.find(({ left }) => amount > left)
  if (exceeded) throw limitProblem('limit_exceeded', exceeded.reason)
  return {
    while_cooling: coolings.some(({ reason }) => reason !== 'method'),
    to_new_method: coolings.some(({ reason }) => reason === 'method'),
  }
}

function limitProblem(code: string, reason?: 'at_once' | 'day' | 'month' | Cooling['reason']): Problem {
  return new Problem(422, code, { errors: { amount: [code] }, ...(reason && { reason }) })
}
