import { toKopecks } from '@portal/contracts/money'
import type { MoneyOrder } from '@portal/contracts/new-payout'
import { type Fee, payoutFee } from '@portal/contracts/payout-fee'
import { recipientsText, type SharingWay } from '@portal/contracts/shares'
import type { Db } from '../../db/connect.ts'
import { Problem, requireFound } from '../../http/problem.ts'
import { paysToCard } from '../../settings/providers.ts'
import type { Settings } from '../../settings/settings.ts'
import { findColleague, findOwnEmployee, type Workplace } from '../../staff/employees/repository.ts'
import { findPayerMethod } from '../payout-methods/repository.ts'
import { confirmationTitle, methodTitle } from '../payout-methods/titles.ts'
import { readOrdered } from '../repository.ts'
import { employeeFee, nextFeeShare, PAYOUT_FEES, requireWithinOrderLimits } from './limits.ts'
import { planShares, type Share, toShare } from './plan-shares.ts'

/** An order that passes all rules which can be checked before the wallet is locked. Kopecks. */
export type Plan = {
  payer: Workplace
  amount: number
  /** What the employee pays. */
  fee: number
  /** What the restaurant pays in addition. */
  restaurantFee: number
  comment: string | null
  /** `named` is the title for a message that confirms the order. It has no digits that only the caller has stated. */
  destination: { type: 'card' | 'sbp' | 'employee'; title: string; named: string }
} & (
  | { kind: 'payout'; methodId: string; feeTerms: Fee }
  /** `sharingWay` says how the sum was divided. It is null if one colleague gets the whole sum. */
  | { kind: 'transfer'; shares: readonly [Share, ...Share[]]; sharingWay: SharingWay | null }
)

/**
 * Checks the order. @throws Problem 404 for another user's things, 403 for a transfer by a non-default employee,
 * 422 for a broken rule
 */
export async function planOrder(
  db: Db,
  { payouts }: Pick<Settings, 'payouts'>,
  userId: string,
  order: MoneyOrder,
): Promise<Plan> {
  const payer = await findOwnEmployee(db, userId, order.rest_id)
  const common = { payer, amount: order.amount * 100, comment: order.comment?.trim() || null }

  if (order.kind !== 'payout') {
    if (!payer.is_default) throw new Problem(403, 'forbidden')
    requireWithinOrderLimits('transfer', common.amount)
    const transfer = { ...common, kind: 'transfer', fee: 0, restaurantFee: 0 } as const
    if (order.kind === 'sharing') {
      const shares = await planShares(db, payer, order)
      const title = recipientsText(shares.length)
      return { ...transfer, shares, sharingWay: order.way, destination: { type: 'employee', title, named: title } }
    }
    const recipient = await findColleague(db, payer, order.recipient_employee_id)
    if (recipient.id === payer.id) {
      throw new Problem(422, 'recipient_is_self', { errors: { recipient_employee_id: ['recipient_is_self'] } })
    }
    const share = toShare(recipient, common.amount)
    const { title } = share
    return { ...transfer, shares: [share], sharingWay: null, destination: { type: 'employee', title, named: title } }
  }

  const method = requireFound(await findPayerMethod(db, payer, order.binding_id))
  if (method.status !== 'active') {
    throw new Problem(422, 'binding_blocked', { errors: { binding_id: ['binding_blocked'] } })
  }
  const provider = payer.payout_provider ?? payouts.providers.default
  if (method.type === 'card' && !paysToCard(provider, method.card_provider)) {
    throw new Problem(422, 'binding_unsupported', { errors: { binding_id: ['binding_unsupported'] } })
  }
  requireWithinOrderLimits('payout', common.amount)
  const terms = employeeFee(PAYOUT_FEES[method.type], await readFeeShare(db, payer))
  const fee = payoutFee(common.amount, terms)
  if (order.fee !== undefined && toKopecks(order.fee) !== fee) throw new Problem(422, 'quote_changed')
  return {
    ...common,
    kind: 'payout',
    fee,
    feeTerms: terms,
    restaurantFee: payoutFee(common.amount, PAYOUT_FEES[method.type]) - fee,
    methodId: method.id,
    destination: { type: method.type, title: methodTitle(method), named: confirmationTitle(method) },
  }
}

/** Returns the share of the fee that the restaurant bears if a withdrawal is ordered now, in percent. */
async function readFeeShare(db: Db, payer: Workplace): Promise<number> {
  return payer.fee_share > 0 ? nextFeeShare(payer, await readOrdered(db, payer, 'payout')) : 0
}

/** Returns the fee of an order in kopecks, to which the proof of the order is bound. */
export function orderQuote({ fee }: Pick<Plan, 'fee'>): string {
  return String(fee)
}

/** Returns the employees whose wallets the plan changes. */
export function employeeIds(plan: Plan): string[] {
  return [plan.payer.id, ...planRecipients(plan).map(({ id }) => id)]
}

/** Returns the colleagues who get money. A withdrawal has no recipients. */
export function planRecipients(plan: Plan): Workplace[] {
  return plan.kind === 'transfer' ? plan.shares.map(({ recipient }) => recipient) : []
}
