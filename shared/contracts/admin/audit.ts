import * as z from 'zod/mini'
import { endpoint, items } from '../endpoint.ts'

/** What was done. */
export const auditActions = [
  'restaurant_created',
  'restaurant_changed',
  'restaurant_closed',
  'restaurant_reopened',
  'invitation_created',
  'invitation_changed',
  'invitation_revoked',
  'invitation_sent',
  'employee_joined',
  'employee_changed',
  'employee_dismissed',
  'employee_reinstated',
  'user_signed_in',
  'session_reused',
  'password_changed',
  'password_recovered',
  'phone_change_requested',
  'phone_change_canceled',
  'phone_changed',
  'passkey_added',
  'passkey_removed',
  'method_added',
  'method_changed',
  'method_removed',
  'method_stopped',
  'auto_withdrawal_set',
  'auto_withdrawal_stopped',
  'user_blocked',
  'user_unblocked',
  'user_deleted',
  'user_restored',
  'user_viewed',
  'operator_access_opened',
  'dry_run',
  'right_granted',
  'right_revoked',
  'release_change_requested',
  'payout_asked',
  'payout_decision_proposed',
  'payout_decision_confirmed',
  'payout_decision_retracted',
  'payout_decided',
  'payout_released',
  'payout_rejected',
  'reconciliation_run',
  'reconciliation_line_closed',
  'operator_proposed',
  'proposal_confirmed',
  'proposal_retracted',
] as const
export type AuditAction = (typeof auditActions)[number]

/** What it was done to. */
export const auditSubjects = [
  'restaurant',
  'invitation',
  'employee',
  'user',
  'payout',
  'reconciliation',
  'reconciliation_line',
  'release',
] as const
export type AuditSubjectType = (typeof auditSubjects)[number]

const State = z.nullable(z.record(z.string(), z.unknown()))

/** One line of the audit trail. It contains ids and last digits, but no whole phone or card number, code or token. */
export const AuditEvent = z.object({
  id: z.int(),
  at: z.iso.datetime({ offset: true }),
  /** An operator by name, a user by id, or the portal itself. */
  actor: z.object({ type: z.enum(['operator', 'user', 'system']), id: z.string() }),
  /** One of `auditActions`, or an action that only an earlier version had. */
  action: z.string(),
  subject: z.object({ type: z.string(), id: z.string() }),
  reason: z.nullable(z.string()),
  /** The changed fields before and after the action. */
  before: State,
  after: State,
  /** The `X-Request-Id` of the response. The log has the same id. */
  request_id: z.nullable(z.string()),
})
export type AuditEvent = z.infer<typeof AuditEvent>

export const listAuditEvents = endpoint({
  method: 'GET',
  path: '/admin/audit',
  summary: 'List the audit trail, newest first',
  access: 'admin',
  query: z.object({
    /** The id of what was changed. */
    subject: z.optional(z.string()),
    actor: z.optional(z.string()),
    action: z.optional(z.enum(auditActions)),
    since: z.optional(z.iso.datetime({ offset: true })),
    /** Lists lines before this one. For the next page, send the `id` of the last line. */
    before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000))),
  }),
  response: items(AuditEvent),
})
