import { Card, PayoutMethod } from '@portal/contracts/payout-method'
import { maskPhone } from '@portal/contracts/phone-text'
import { lastDigits } from '../../base/audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import { requireFound } from '../../http/problem.ts'
import { findOwnEmployee } from '../../staff/employees/repository.ts'
import { findPayoutMethod, findPayoutMethods, type MethodRow, type MethodType } from './repository.ts'

/** Lists the methods of one restaurant's bank, or of all. @throws Problem 404 */
export async function listPayoutMethods(db: Db, userId: string, restaurantId?: string): Promise<PayoutMethod[]> {
  const bank = restaurantId === undefined ? undefined : (await findOwnEmployee(db, userId, restaurantId)).bank
  return (await findPayoutMethods(db, userId, bank)).map(toPayoutMethod)
}

/** @throws Problem 404 */
export async function getPayoutMethod<T extends MethodType>(db: Db, userId: string, type: T, id: string) {
  const row = requireFound(await findPayoutMethod(db, userId, type, id))
  return toPayoutMethod(row) as Extract<PayoutMethod, { type: T }>
}

/** Returns a method as a response has it. The whole phone number stays on the server. */
function toPayoutMethod(row: MethodRow): PayoutMethod {
  return PayoutMethod.parse({
    id: row.id,
    type: row.type,
    bank_name: row.bank_name,
    label: row.label,
    is_default: row.is_default,
    status: row.status,
    bank: row.bank,
    rest_ids: row.rest_ids,
    ...(row.type === 'card'
      ? { mask: row.mask, last4: row.last4, network: row.network }
      : { phone_masked: maskPhone(row.phone ?? ''), bank_id: row.sbp_bank_id }),
  })
}

const networks = { mir: 'Мир', visa: 'Visa', mastercard: 'Mastercard' } satisfies Record<Card['network'], string>

type TitledMethod = Pick<MethodRow, 'type' | 'network' | 'last4' | 'bank_name' | 'phone'>

/** Returns the title for operations and receipts: `Мир •• 1234`, `СБП · Т-Банк · •• 67`. */
export function methodTitle(method: TitledMethod): string {
  if (method.type === 'sbp') return `СБП · ${method.bank_name} · •• ${method.phone?.slice(-2)}`
  return `${networks[Card.shape.network.parse(method.network)]} •• ${method.last4}`
}

/**
 * Returns the title in a message with a code: `Мир •• 1234`, `СБП · Т-Банк · •• 4567`. A phone has four digits here,
 * because a thief can easily get a phone that ends with the same two. A new card is «новую карту» as long as only the
 * caller has told its digits, since a thief would tell those of the user's own card.
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
