import type { SbpBank } from '@portal/contracts/sbp'
import { Problem } from '../../http/problem.ts'
import { consumeUserBudget } from '../../http/rate-limit.ts'
import type { PayoutDependencies } from '../dependencies.ts'
import { sbpBanks } from './sbp-banks.ts'
import type { SbpDirectory } from './sbp-directory.ts'

export type Directories = Pick<PayoutDependencies, 'db' | 'sbp' | 'log'>

/** The maximum of a user's checks in an hour. It prevents finding out where others have accounts. */
const MAX_CHECKS = 20

type SbpAccount = {
  phone: string
  bankId: string
  /** The field with the problem if the phone is not connected. */
  field: 'phone' | 'bank_id'
}

/** @throws Problem 422 `bank_unknown`, `sbp_not_connected`, 429 `too_often`, 503 `sbp_unavailable` */
export async function requireConnected(
  { db, sbp, log }: Directories,
  userId: string,
  { phone, bankId, field }: SbpAccount,
): Promise<SbpBank> {
  const bank = await requireSbpBank(sbp, bankId)
  await consumeUserBudget(db, 'sbp', userId, MAX_CHECKS)
  const isConnected = await sbp.isConnected(phone, bankId).catch((err: unknown) => {
    log.error({ err }, 'the fast payment system does not respond')
    throw new Problem(503, 'sbp_unavailable', { retry_after: 30 })
  })
  if (!isConnected) throw new Problem(422, 'sbp_not_connected', { errors: { [field]: ['sbp_not_connected'] } })
  return bank
}

/** @throws Problem 422 `bank_unknown` */
export async function requireSbpBank({ banks }: SbpDirectory, bankId: string): Promise<SbpBank> {
  const bank = ((await banks?.()) ?? sbpBanks).find(({ id }) => id === bankId)
  if (!bank) throw new Problem(422, 'bank_unknown', { errors: { bank_id: ['bank_unknown'] } })
  return bank
}
