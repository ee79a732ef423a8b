import type { Db } from '../../db/connect.ts'
import { consume, resetUserBudgets } from '../../http/rate-limit.ts'
import { endCodes, forgetCodes } from './repository.ts'

/**
 * How the user has proved to own the account: by the phone (or to an operator), by the password, or only by an open
 * session.
 */
export type OwnerProof = 'phone' | 'password' | 'session'

const DAY_SECONDS = 24 * 60 * 60
/** Limits the renewals, because a thief who repeats the proof must not get unlimited guesses and messages. */
const MAX_RENEWALS_A_DAY = { password: 3, session: 1 } as const

/**
 * Ends the user's valid codes, and restores the user's limits of codes and requests. Call it when sessions end, because
 * a thief who had a session must not leave the owner without codes.
 */
export async function renewCodes(trx: Db, userId: string, proof: OwnerProof): Promise<void> {
  await endCodes(trx, userId)
  if (proof !== 'phone') {
    const max = MAX_RENEWALS_A_DAY[proof]
    const wait = await consume(trx, { key: `otp:renewal:${proof}:${userId}`, max, window: DAY_SECONDS })
    if (wait !== null) return
  }
  await forgetCodes(trx, userId)
  await resetUserBudgets(trx, userId)
}
