import type { AuditAction, AuditEvent, listAuditEvents } from '@portal/contracts/admin/audit'
import type { QueryOf } from '@portal/contracts/endpoint'
import type { Db } from '../../db/connect.ts'

const DEFAULT_LIMIT = 100

/** The names of actions in lines of earlier versions, which are never changed. */
const earlierNames: Partial<Record<AuditAction, string>> = { payout_decision_retracted: 'payout_decision_withdrawn' }

/** Reads lines of the audit trail, newest first. */
export async function readAuditEvents(
  db: Db,
  { subject, actor, action, since, before, limit = DEFAULT_LIMIT }: QueryOf<typeof listAuditEvents>,
): Promise<AuditEvent[]> {
  let query = db.selectFrom('audit_event').selectAll().orderBy('id', 'desc').limit(limit)
  if (subject !== undefined) query = query.where('subject_id', '=', subject)
  if (actor !== undefined) query = query.where('actor', '=', actor)
  if (action !== undefined) query = query.where('action', 'in', [action, earlierNames[action] ?? action])
  if (since !== undefined) query = query.where('at', '>=', new Date(since))
  if (before !== undefined) query = query.where('id', '<', before)
  return (await query.execute()).map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actor: { type: row.actor_type, id: row.actor },
    action: row.action,
    subject: { type: row.subject_type, id: row.subject_id },
    reason: row.reason,
    before: row.before as AuditEvent['before'],
    after: row.after as AuditEvent['after'],
    request_id: row.request_id,
  }))
}
