import { Card } from '@portal/contracts/payout-method'
import { lastDigits } from '../../base/audit/audit.ts'
import type { MethodRow } from './repository.ts'

const networks = { mir: 'Мир', visa: 'Visa', mastercard: 'Mastercard' } satisfies Record<Card['network'], string>

type TitledMethod = Pick<MethodRow, 'type' | 'network' | 'last4' | 'bank_name' | 'phone'>

/** Returns the title for operations and receipts: `Мир •• 1234`, `СБП · Т-Банк · •• 67`. */
export function methodTitle(method: TitledMethod): string {
  if (method.type === 'sbp') return `СБП · ${method.bank_name} · •• ${method.phone?.slice(-2)}`
  return `${networks[Card.shape.network.parse(method.network)]} •• ${method.last4}`
}

/**
 * Returns the title in a message with a code: `Мир •• 1234`, `СБП · Т-Банк · •• 4567`. A phone has four digits here,
 * because a thief can easily get a phone that ends with the same two. A card whose digits we know only from the request
 * is «новую карту»: a thief could send the digits of the user's own card, so that the message looks familiar.
 */
export function confirmationTitle(method: TitledMethod & { has_known_digits: boolean }): string {
  if (method.type === 'sbp') return `СБП · ${method.bank_name} · •• ${method.phone?.slice(-4)}`
  return method.has_known_digits ? methodTitle(method) : 'новую карту'
}

type AuditedMethod = Pick<MethodRow, 'id' | 'type'> & {
  last4?: string | null | undefined
  phone?: string | null | undefined
  bank_name?: string | undefined
}

/** Returns what the audit trail stores about a method: its id, type, bank and last digits. */
export function auditedMethod({ id, type, last4, phone, bank_name }: AuditedMethod) {
  return { method_id: id, type, ends: last4 ?? (phone ? lastDigits(phone) : null), bank: bank_name ?? null }
}
