import type { PayoutMethod } from '@portal/contracts/payout-method'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import { type Cooling, findCoolings } from './cooling.ts'
import { type LoweredOrder, readDay } from './repository.ts'

/** Kopecks: at least and at most at a time, and of an employee in a day of the restaurant. */
export const limits = {
  payout: { min: 100_00, max: 75_000_00, day: 150_000_00 },
  transfer: { min: 1_00, max: 75_000_00, day: 150_000_00 },
} as const

/** Kopecks: the most that a code confirms whose order was not named when it was requested. */
export const unnamedOrderLimit = 5_000_00

/** Rubles and percent, as the browser is told them. */
export const fees = {
  card: { percent: 1.5, fixed: 0, min: 15 },
  sbp: { percent: 0, fixed: 0, min: 0 },
} satisfies Record<PayoutMethod['type'], PayoutMethod['fee']>

export type OrderKind = keyof typeof limits

/** Of a plan what limits depend on; a transfer has no binding. */
type LimitedOrder = { kind: OrderKind; payer: { id: string; user_id: string }; amount: number; bindingId?: string }

/** @throws Problem 422 `below_minimum`, `limit_exceeded` */
export function refuseOutOfLimits(kind: OrderKind, amount: number): void {
  if (amount < limits[kind].min) throw refusal('below_minimum')
  if (amount > limits[kind].max) throw refusal('limit_exceeded', 'at_once')
}

/**
 * Only under the lock of the user's orders: else two of them would not see each other. A cooling time counts what all
 * employees of the user and both kinds of orders take. Returns the lowered limits that the order counts against.
 * @throws Problem 422 `limit_exceeded` with the reason
 */
export async function refuseAboveLimits(
  trx: Db,
  { kind, payer, amount, bindingId }: LimitedOrder,
): Promise<LoweredOrder> {
  const day = await readDay(trx, payer, kind)
  if (day.ordered + amount > limits[kind].day) throw refusal('limit_exceeded', 'day')
  if (!day.cooling) return {}
  const coolings = await findCoolings(trx, payer.user_id, bindingId)
  const exceeded = coolings.find(({ left }) => amount > left)
  if (exceeded) throw refusal('limit_exceeded', exceeded.reason)
  return {
    while_cooling: coolings.some(({ reason }) => reason !== 'method'),
    to_new_method: coolings.some(({ reason }) => reason === 'method'),
  }
}

function refusal(code: string, reason?: 'at_once' | 'day' | Cooling['reason']): Problem {
  return new Problem(422, code, { errors: { amount: [code] }, ...(reason && { reason }) })
}
