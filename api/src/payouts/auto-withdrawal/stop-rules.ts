import type { AutoWithdrawalStop } from '@portal/contracts/auto-withdrawal'
import { sql } from 'kysely'
import { type Actor, addAuditEvent } from '../../base/audit/audit.ts'
import type { Db } from '../../db/connect.ts'

/**
 * Which rules stop: all rules of a user, the rule of an employee, the rules to a method, or the rule that ordered a
 * payout, unless the method of that rule has changed since.
 */
export type StoppedRules = { userId: string } | { employeeId: string } | { methodId: string } | { payoutId: string }

/** `fee_changed`: the fee is higher than the user has confirmed. */
export type StopReason = AutoWithdrawalStop | 'fee_changed'

/** Stops that need no message: the user made them, or reads at sign-in that the account is blocked. */
const unannouncedReasons: readonly StopReason[] = ['user', 'account_blocked']
const portal: Actor = { type: 'system', id: 'portal' }

/**
 * Switches rules off in the transaction of the reason. A worker notifies their users later (`announce-stops.ts`). The
 * call has to be the last lock of its transaction, because orders lock the wallet and the method before the rule.
 */
export async function stopRules(
  trx: Db,
  rules: StoppedRules,
  reason: StopReason,
  actor: Actor = portal,
): Promise<void> {
  const { rows } = await sql<{ employee_id: string }>`
    update auto_withdrawal a set stopped_at = clock_timestamp(), stop_reason = ${reason},
      is_unannounced = ${!unannouncedReasons.includes(reason)}
    where stopped_at is null and ${ruleCondition(rules)} returning employee_id`.execute(trx)
  for (const { employee_id: id } of rows) {
    const subject = { type: 'employee', id } as const
    await addAuditEvent(trx, { action: 'auto_withdrawal_stopped', subject, actor, after: { stop: reason } })
  }
}

function ruleCondition(rules: StoppedRules) {
  if ('userId' in rules) return sql`a.employee_id in (select id from employee where user_id = ${rules.userId})`
  if ('employeeId' in rules) return sql`a.employee_id = ${rules.employeeId}`
  if ('methodId' in rules) return sql`a.binding_id = ${rules.methodId}`
  return sql`(a.employee_id, a.binding_id) in (
    select employee_id, binding_id from payout where id = ${rules.payoutId} and automatic)`
}
