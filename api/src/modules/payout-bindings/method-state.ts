import { lastDigits } from '../audit/audit.ts'

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
