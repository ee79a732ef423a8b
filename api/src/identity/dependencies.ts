import type { UserOtpPurpose, UserOtpRequest } from '@portal/contracts/otp'
import type { Actor } from '../base/audit/audit.ts'
import type { Db } from '../db/connect.ts'

/**
 * `title` completes «код для …»: `вывода 1 500 ₽ на Мир •• 1234, комиссия 22,50 ₽`.
 * It contains no text that only the caller has provided.
 */
export type Confirmation = { purpose: UserOtpPurpose; boundTo: string; title: string }

/**
 * Returns the action that a confirmation is requested for. The composition root passes this function in, because most
 * actions belong to domains above identity.
 */
export type ReadConfirmation = (userId: string, request: UserOtpRequest) => Promise<Confirmation>

/**
 * Called when an account is secured against a possible thief, in the same transaction. The composition root passes a
 * function of domains above identity. Without an actor, the portal itself is the actor.
 */
export type AccountSecured = (
  trx: Db,
  account: { userId: string },
  reason: 'account_blocked' | 'password_recovered',
  actor?: Actor,
) => Promise<void>

export type AccountSecuredDeps = { accountSecured: AccountSecured }
