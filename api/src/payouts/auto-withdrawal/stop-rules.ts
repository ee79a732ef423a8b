import type { AutoWithdrawalStop } from '@portal/contracts/auto-withdrawal'
import { sql } from 'kysely'
import { type Actor, addAuditEvent } from '../../base/audit/audit.ts'
import type { Db } from '../../db/connect.ts'

/**
 * The rules of a user, of one employee, to a method, or the one that has ordered a payout to the method it still has.
 */
export type StoppedRules = { userId: string } | { employeeId: string } | { methodId: string } | { payoutId: string }

/** `fee_changed`: the fee is higher than the user has confirmed. */
export type StopReason = AutoWithdrawalStop | 'fee_changed'

/** Stops that need no message: the user's own, and that of a blocked account, which the user reads at sign-in. */
const unannounced: readonly StopReason[] = ['user', 'account_blocked']
const portal: Actor = { type: 'system', id: 'portal' }

/**
 * Switches the rules off that are on, in the transaction of the reason; a worker notifies their users
 * (`announce-stops.ts`). It locks no other row of theirs, and has to be the last lock of its transaction: orders lock
 * the rule after wallet and method.
 */
export async function stopRules(
  trx: Db,
  rules: StoppedRules,
  reason: StopReason,
  actor: Actor = portal,
): Promise<void> {
  const { rows } = await sql<{ employee_id: string }>`
    update auto_withdrawal a set stopped_at = clock_timestamp(), stop_reason = ${reason},
      is_unannounced = ${!unannounced.includes(reason)}
    where stopped_at is null and ${chosen(rules)} returning employee_id`.execute(trx)
  for (const { employee_id: id } of rows) {
    const subject = { type: 'employee', id } as const
    await addAuditEvent(trx, { action: 'auto_withdrawal_stopped', subject, actor, after: { stop: reason } })
  }
}

function chosen(rules: StoppedRules) {
  if ('userId' in rules) return sql`a.employee_id in (select id from employee where user_id = ${rules.userId})`
  if ('employeeId' in rules) return sql`a.employee_id = ${rules.employeeId}`
  if ('methodId' in rules) return sql`a.binding_id = ${rules.methodId}`
  return sql`(a.employee_id, a.binding_id) in (
    select employee_id, binding_id from payout where id = ${rules.payoutId} and automatic)`
}
