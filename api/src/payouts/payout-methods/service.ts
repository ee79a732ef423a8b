import { PayoutMethod } from '@portal/contracts/payout-method'
import { maskPhone } from '@portal/contracts/phone-text'
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
