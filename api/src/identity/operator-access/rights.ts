import type { Decision } from '../../base/audit/audit.ts'
import { requireSecondOperator } from '../../base/proposals/second-operator.ts'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import { setRight } from '../users/rights.ts'

/**
 * Two operators make an account an operator, with the passkeys that it has now. A passkey that is added later opens
 * nothing until they grant the right again, because a thief of the password and the SIM card could add one.
 * @throws Problem 404, 409 `no_passkeys`, `own_account`
 */
export async function grantOperator(trx: Db, id: string, decision: Decision): Promise<void> {
  const before = await setRight(trx, id, 'operator', true, decision)
  const passkeys = await trx
    .selectFrom('passkey')
    .select(['id', 'for_operator'])
    .where('user_id', '=', id)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (passkeys.length === 0) throw new Problem(409, 'no_passkeys')
  if (before.includes('operator') && passkeys.every(({ for_operator }) => for_operator)) return
  const ids = passkeys.map((passkey) => passkey.id)
  await trx.updateTable('passkey').set({ for_operator: true }).where('id', 'in', ids).execute()
  const audit = { action: 'right_granted', subject: { type: 'user', id } } as const
  await requireSecondOperator(trx, { ...audit, ...decision, change: { right: 'operator', passkeys: ids } })
}

/** @throws Problem 404 */
export async function revokeOperator(trx: Db, id: string, decision: Decision): Promise<void> {
  await setRight(trx, id, 'operator', false, decision)
  await trx.updateTable('passkey').set({ for_operator: false }).where('user_id', '=', id).execute()
  await trx.updateTable('session').set({ operator_until: null }).where('user_id', '=', id).execute()
}
