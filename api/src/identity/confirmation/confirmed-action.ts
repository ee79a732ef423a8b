import { createHash } from 'node:crypto'
import type { AutoWithdrawalToConfirm } from '@portal/contracts/auto-withdrawal-rule'
import type { OrderToConfirm } from '@portal/contracts/new-payout'
import type { NewShare } from '@portal/contracts/shares'

/** The largest amount that a code confirms if it was requested without naming the order. */
export const UNNAMED_ORDER_LIMIT_KOPECKS = 5_000_00

/** What a user confirms with a proof. The amount is in rubles. */
export type ConfirmedAction =
  | OrderToConfirm
  | { kind: 'card'; card_token: string }
  | { kind: 'sbp'; phone: string; bank_id: string }
  | { kind: 'sbp_bank'; binding_id: string; bank_id: string }
  | { kind: 'phone'; phone: string }
  | { kind: 'passkey' }
  | { kind: 'dismissal'; employee_id: string }
  | ({ kind: 'auto_withdrawal' } & AutoWithdrawalToConfirm)

/**
 * Returns a hash that is unique to the action, so that phones and tokens are not stored a second time. `quote` is the
 * price of the action, if it has one. It is appended to the hash, so that a proof for another price can be told from a
 * missing proof.
 */
export function boundTo(action: ConfirmedAction, quote?: string): string {
  const hash = toHash(actionParts(action))
  return quote === undefined ? hash : `${hash} ${quote}`
}

/** Returns what a code is bound to if it was requested without naming its order: see `UNNAMED_ORDER_LIMIT_KOPECKS`. */
export function boundToUnnamedOrder(kind: 'payout' | 'transfer'): string {
  return toHash([kind, 'unnamed'])
}

/** Returns what a code may be bound to if it is to confirm the action. */
export function acceptedBoundTo(action: ConfirmedAction, quote?: string): string[] {
  const isSmallOrder = 'amount' in action && action.amount * 100 <= UNNAMED_ORDER_LIMIT_KOPECKS
  const unnamed = isSmallOrder && action.kind !== 'sharing' ? [boundToUnnamedOrder(action.kind)] : []
  return [boundTo(action, quote), ...unnamed]
}

function actionParts(action: ConfirmedAction): (string | number)[] {
  switch (action.kind) {
    case 'payout':
      return [action.kind, action.rest_id, action.binding_id, action.amount]
    case 'transfer':
      return [action.kind, action.rest_id, action.recipient_employee_id, action.amount]
    case 'sharing':
      return [action.kind, action.rest_id, action.way, action.amount, ...action.shares.flatMap(shareParts)]
    case 'card':
      return [action.kind, action.card_token]
    case 'sbp':
      return [action.kind, action.phone, action.bank_id]
    case 'sbp_bank':
      return [action.kind, action.binding_id, action.bank_id]
    case 'phone':
      return [action.kind, action.phone]
    case 'passkey':
      return [action.kind]
    case 'dismissal':
      return [action.kind, action.employee_id]
    case 'auto_withdrawal':
      return [action.kind, action.rest_id, action.binding_id, ...ruleParts(action)]
  }
}

/** The parts of a share that are confirmed. Their order counts, too, because it decides about the last kopecks. */
export function shareParts({ recipient_employee_id, weight, amount }: NewShare): (string | number)[] {
  return [recipient_employee_id, weight ?? 0, amount]
}

/** A rule that keeps nothing has the hash that an earlier version of the API computes. */
function ruleParts({ schedule, day_limit, keep }: AutoWithdrawalToConfirm): (string | number)[] {
  const at = schedule.kind === 'daily' ? schedule.hour : schedule.amount
  return [schedule.kind, at, day_limit, ...(keep ? [keep] : [])]
}

function toHash(parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
