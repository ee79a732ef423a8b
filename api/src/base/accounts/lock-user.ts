import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'

/**
 * Locks the user's row against changes; rows that refer to it may be added meanwhile. No two transactions wait for each
 * other as long as each locks what it needs in this order: the user's methods or orders (advisory locks), a payout, a
 * restaurant and then its invitation, wallets by their ids, users, sessions with what ends with them, employees by
 * their ids, a method, codes and passkeys, and last the rule of automatic withdrawals.
 */
export async function lockUser(trx: Db, userId: string) {
  return await trx
    .selectFrom('user_account')
    .select(['phone', 'password_hash', 'disabled_at', 'deleted_at'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/**
 * Locks the user in a transaction that a disabled user may not begin: disabling the user, and a change of the phone or
 * the password, wait for its end. Call it after the user is authenticated: strangers do not learn who is disabled.
 * @throws Problem 403 `account_disabled`
 */
export async function lockEnabledUser(trx: Db, userId: string): Promise<{ phone: string; passwordHash: string }> {
  const { phone, password_hash: passwordHash, disabled_at } = await lockUser(trx, userId)
  if (disabled_at) throw new Problem(403, 'account_disabled')
  return { phone, passwordHash }
}
