import { lockEnabledUser } from '../../base/accounts/lock-user.ts'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import type { SignedIn } from '../../http/route.ts'

/**
 * Locks the signed-in user as `lockEnabledUser` does, and checks that the session still exists. A recovery, or a change
 * of the phone or the password, ends sessions. A request that was admitted before it must change nothing after it.
 * @throws Problem 401 `unauthorized`
 */
export async function lockSignedInUser(trx: Db, { id, sessionId }: SignedIn): Promise<void> {
  await lockEnabledUser(trx, id)
  const session = trx.selectFrom('session').select('id').where('id', '=', sessionId)
  if (!(await session.executeTakeFirst())) throw new Problem(401, 'unauthorized')
}

/**
 * Locks the rows of the payer and the colleagues in the transaction of an order, and checks them again. Disabling,
 * another default employee, a recovery and a change of the phone come before the order, or wait for its end. Returns
 * whether the payer may transfer; a former employee may only withdraw.
 * @throws Problem 403 `account_disabled`, 404 for a colleague who has left or is disabled
 */
export async function lockParties(
  trx: Db,
  payer: { id: string; user_id: string },
  colleagueIds: readonly string[] = [],
): Promise<{ isDefault: boolean }> {
  const employees = await trx
    .selectFrom('employee as e')
    .innerJoin('user_account as u', 'u.id', 'e.user_id')
    .select(['e.id', 'e.is_default', 'e.user_id', 'e.disabled_at', 'u.disabled_at as user_disabled_at'])
    .where('e.id', 'in', [payer.id, ...colleagueIds])
    .orderBy('e.id')
    .forShare()
    .execute()
  const isUserDisabled = employees.some(
    ({ user_id, user_disabled_at }) => user_id === payer.user_id && user_disabled_at,
  )
  if (isUserDisabled) throw new Problem(403, 'account_disabled')
  const colleagues = employees.filter(({ id }) => id !== payer.id)
  if (colleagues.some(({ disabled_at, user_disabled_at }) => disabled_at || user_disabled_at))
    throw new Problem(404, 'not_found')
  return {
    isDefault: employees.some(({ id, is_default, disabled_at }) => id === payer.id && is_default && !disabled_at),
  }
}
