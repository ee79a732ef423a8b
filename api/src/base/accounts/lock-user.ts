import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'

/**
 * Locks the user's row against changes. Rows that refer to it may still be added. All transactions lock in this order,
 * so that no two of them wait for each other: the user's payout methods or orders (advisory locks), a payout, a
 * restaurant, its invitation, wallets by id, users, sessions and what ends with them, employees by id, a payout method,
 * codes and passkeys, and last the rule of automatic withdrawals.
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
 * Locks the user and requires that the user is not disabled. Disabling the user, or changing the phone or the password,
 * waits for the end of this transaction. Call it only after the user is authenticated, so that nobody else learns who
 * is disabled.
 * @throws Problem 403 `account_disabled`
 */
export async function lockEnabledUser(trx: Db, userId: string): Promise<{ phone: string; passwordHash: string }> {
  const { phone, password_hash: passwordHash, disabled_at } = await lockUser(trx, userId)
  if (disabled_at) throw new Problem(403, 'account_disabled')
  return { phone, passwordHash }
}
