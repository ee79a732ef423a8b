import type { Actor } from '../base/audit/audit.ts'
import type { Db } from '../db/connect.ts'

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
