import type { Right } from '@portal/contracts/right'
import { type Actor, accountOperator, addAuditEvent, type Decision } from '../../base/audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import { Problem, requireFound } from '../../http/problem.ts'

/** An operator with an account gives nothing to this account. @throws Problem 409 `own_account` */
export function requireOthersAccount(userId: string, { id: operator }: Actor): void {
  if (operator === accountOperator(userId)) throw new Problem(409, 'own_account')
}

/**
 * Grants or revokes a right and records it. Does nothing if it is already so. Returns the rights before.
 * @throws Problem 404, also for a deleted user; 409 `own_account` for a grant
 */
export async function setRight(
  trx: Db,
  id: string,
  right: Right,
  granted: boolean,
  decision: Decision,
): Promise<string[]> {
  if (granted) requireOthersAccount(id, decision.actor)
  const user = trx.selectFrom('user_account').select('rights').where('id', '=', id).where('deleted_at', 'is', null)
  const { rights: before } = requireFound(await user.forUpdate().executeTakeFirst())
  if (before.includes(right) === granted) return before
  const after = granted ? [...before, right] : before.filter((name) => name !== right)
  await trx.updateTable('user_account').set({ rights: after }).where('id', '=', id).execute()
  await addAuditEvent(trx, {
    action: granted ? 'right_granted' : 'right_revoked',
    subject: { type: 'user', id },
    ...decision,
    before: { rights: before },
    after: { rights: after },
  })
  return before
}

/** Returns the rights of the account, with the user's name. */
export async function readRights(db: Db, userId: string): Promise<{ name: string; rights: string[] }> {
  const user = await db
    .selectFrom('user_account')
    .select(['first_name', 'last_name', 'rights'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { name: `${user.first_name} ${user.last_name}`.trim(), rights: user.rights }
}

/** Returns what `readRights` returns. @throws Problem 403 */
export async function requireRight(db: Db, userId: string, right: Right): ReturnType<typeof readRights> {
  const user = await readRights(db, userId)
  if (!user.rights.includes(right)) throw new Problem(403, 'forbidden')
  return user
}
