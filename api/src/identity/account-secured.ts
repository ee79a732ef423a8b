import type { Actor } from '../base/audit/audit.ts'
import type { Db } from '../db/connect.ts'

/**
 * The event that an account is secured against a possible thief. It is emitted in the transaction of the reason, and
 * the composition root subscribes the domains above identity to it. Without an actor, the portal itself is the actor.
 */
export type AccountSecured = (
  trx: Db,
  account: { userId: string },
  reason: 'account_blocked' | 'password_recovered',
  actor?: Actor,
) => Promise<void>

export type AccountSecuredDeps = { accountSecured: AccountSecured }
