import type { addCard } from '@portal/shared/contracts/bank-card'
import type { BodyOf } from '@portal/shared/contracts/endpoint'
import type { addSbpPhone } from '@portal/shared/contracts/sbp-phone'
import type { Db } from '../../db/connect.ts'
import { isUniqueViolation } from '../../db/unique-violation.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { acceptedBindings } from '../confirmation/confirmed-action.ts'
import { findOwnEmployee } from '../employees/find-employee.ts'
import { consumeOtp, verifyOtp } from '../otp/service.ts'
import { getUserRow } from '../session/repository.ts'
import { requireCard } from '../vault/vault.ts'
import { addBinding, lockMethods, type NewBinding } from './repository.ts'
import { type Directories, requireConnected } from './sbp-connection.ts'

/** Returns its id. @throws Problem 404, 409 `card_exists`, 422 `card_unknown`, and as a wrong code */
export async function registerCard(
  deps: Pick<AppDependencies, 'db' | 'settings'>,
  userId: string,
  { code, rest_id, card_token, label = '' }: BodyOf<typeof addCard>,
): Promise<string> {
  const { db, settings } = deps
  const { bank } = await findOwnEmployee(db, userId, rest_id)
  const otpId = await verifyOtp(deps, {
    subject: userId,
    purpose: 'card',
    code,
    boundTo: acceptedBindings({ kind: 'card', card_token }),
  })
  const { mask, last4, network, issuer } = await requireCard(db, settings.vaultKey, card_token)
  const card = { type: 'card', card_token, mask, last4, network, bank_name: issuer } as const
  const exists = new Problem(409, 'card_exists', { errors: { card_token: ['card_exists'] } })
  return await register(db, { user_id: userId, bank, label, ...card }, otpId, exists)
}

/** Returns its id. @throws Problem 404, 409 `sbp_phone_exists`, 422 `bank_unknown`, `sbp_not_connected`, and as a wrong code */
export async function registerSbpPhone(
  deps: Directories & Pick<AppDependencies, 'settings'>,
  userId: string,
  { code, rest_id, bank_id, label = '', ...asked }: BodyOf<typeof addSbpPhone>,
): Promise<string> {
  const { bank } = await findOwnEmployee(deps.db, userId, rest_id)
  const phone = asked.phone ?? (await getUserRow(deps.db, userId)).phone
  const otpId = await verifyOtp(deps, {
    subject: userId,
    purpose: 'sbp',
    code,
    boundTo: acceptedBindings({ kind: 'sbp', phone, bank_id }),
  })
  const { name } = await requireConnected(deps, userId, { phone, bankId: bank_id, field: 'phone' })
  const binding = { type: 'sbp', phone, sbp_bank_id: bank_id, bank_name: name } as const
  const exists = new Problem(409, 'sbp_phone_exists', { errors: { phone: ['sbp_phone_exists'] } })
  return await register(deps.db, { user_id: userId, bank, label, ...binding }, otpId, exists)
}

/** The code is used up by what it allowed, and by nothing else. */
async function register(db: Db, binding: NewBinding, otpId: number, exists: Problem): Promise<string> {
  return await db
    .transaction()
    .execute(async (trx) => {
      await lockMethods(trx, binding.user_id)
      await consumeOtp(trx, otpId)
      return await addBinding(trx, binding)
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? exists : error
    })
}
