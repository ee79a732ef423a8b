import type { OperatorDecision } from '@portal/contracts/operator'
import type { Db } from '../../db/connect.ts'

type AuditAction =
  | 'user_disabled'
  | 'user_enabled'
  | 'employee_disabled'
  | 'employee_enabled'
  | 'payout_released'
  | 'payout_rejected'

type AuditSubject = { type: 'user' | 'employee' | 'payout'; id: string }

/** Records an action in its transaction, so that neither is stored without the other. */
export async function addAuditEvent(
  trx: Db,
  action: AuditAction,
  subject: AuditSubject,
  { by, reason }: OperatorDecision,
): Promise<void> {
  await trx
    .insertInto('audit_event')
    .values({ actor: by, action, subject_type: subject.type, subject_id: subject.id, reason })
    .execute()
}
