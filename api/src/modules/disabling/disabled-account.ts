import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'

/** Call it after the user has proved who it is: strangers do not learn who is disabled. @throws Problem 403 `account_disabled` */
export async function refuseDisabledUser(db: Db, userId: string): Promise<void> {
  const user = db.selectFrom('user_account').select('disabled_at').where('id', '=', userId)
  if ((await user.executeTakeFirstOrThrow()).disabled_at) throw new Problem(403, 'account_disabled')
}

/**
 * In the transaction of an order: the session was checked a moment earlier.
 * @throws Problem 403 `account_disabled`, 404 for a disabled employee
 */
export async function requireEnabledEmployees(
  trx: Db,
  payerUserId: string,
  employeeIds: readonly string[],
): Promise<void> {
  const user = trx.selectFrom('user_account').select('disabled_at').where('id', '=', payerUserId)
  if ((await user.executeTakeFirstOrThrow()).disabled_at) throw new Problem(403, 'account_disabled')
  const disabled = trx
    .selectFrom('employee')
    .select('id')
    .where('id', 'in', employeeIds)
    .where('disabled_at', 'is not', null)
  if (await disabled.executeTakeFirst()) throw new Problem(404, 'not_found')
}
