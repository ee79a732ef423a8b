import { Card, PayoutBinding } from '@portal/contracts/payout-method'
import { maskPhone } from '@portal/contracts/phone-text'
import { lastDigits } from '../../base/audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import { requireFound } from '../../http/problem.ts'
import { findOwnEmployee } from '../../staff/employees/find-employee.ts'
import { type BindingRow, type BindingType, findBinding, findBindings } from './repository.ts'

/** Lists the bindings of one restaurant's bank, or of all. @throws Problem 404 */
export async function listBindings(db: Db, userId: string, restaurantId?: string): Promise<PayoutBinding[]> {
  const bank = restaurantId === undefined ? undefined : (await findOwnEmployee(db, userId, restaurantId)).bank
  return (await findBindings(db, userId, bank)).map(toBinding)
}

/** @throws Problem 404 */
export async function getBinding<T extends BindingType>(db: Db, userId: string, type: T, id: string) {
  const row = requireFound(await findBinding(db, userId, type, id))
  return toBinding(row) as Extract<PayoutBinding, { type: T }>
}

/** Returns the binding of a response; the whole phone stays on the server. */
function toBinding(row: BindingRow): PayoutBinding {
  return PayoutBinding.parse({
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

/** Returns the title for operations and receipts: `Мир •• 1234`, `СБП · Т-Банк · •• 67`. */
export function bindingTitle(binding: Pick<BindingRow, 'type' | 'network' | 'last4' | 'bank_name' | 'phone'>): string {
  if (binding.type === 'sbp') return `СБП · ${binding.bank_name} · •• ${binding.phone?.slice(-2)}`
  return `${networks[Card.shape.network.parse(binding.network)]} •• ${binding.last4}`
}

/**
 * Returns the title for a message that confirms something: `СБП · Т-Банк · •• 4567`. It has four digits, because
 * a thief can easily get a phone that ends with the same two. A card whose digits only the caller has named is
 * «новую карту».
 */
export function namedMethod(binding: Parameters<typeof bindingTitle>[0] & { has_known_digits: boolean }): string {
  if (binding.type === 'sbp') return `СБП · ${binding.bank_name} · •• ${binding.phone?.slice(-4)}`
  return binding.has_known_digits ? bindingTitle(binding) : 'новую карту'
}

type Method = {
  id: string
  type: string
  last4?: string | null | undefined
  phone?: string | null | undefined
  bank_name?: string | undefined
}

/** What the audit trail has of a method: its id, its last digits and whose it is. */
export function methodState({ id, type, last4, phone, bank_name }: Method) {
  return { method_id: id, type, ends: last4 ?? (phone ? lastDigits(phone) : null), bank: bank_name ?? null }
}
