import type { AuditAction, AuditSubjectType } from '@portal/contracts/admin/audit'
import type { Db } from '../../db/connect.ts'
import { requestContext } from '../../process/request-context.ts'

/** Who acts: an operator by name, a user by id, or the portal itself. */
export type Actor = { type: 'operator' | 'user'; id: string } | { type: 'system'; id: 'portal' }

/** Returns the name of an operator who acts by the session of an account. No name of a token has a colon. */
export function accountOperator(userId: string): string {
  return `user:${userId}`
}

/** Who decides something, and why. */
export type Decision = { actor: Actor; reason?: string | undefined }

type State = Readonly<Record<string, unknown>>

export type NewAuditEvent = {
  action: AuditAction
  subject: { type: AuditSubjectType; id: string }
  actor: Actor
  reason?: string | undefined
  /** The changed fields before and after: ids and last digits, but no whole phone or card, and no code or token. */
  before?: State | undefined
  after?: State | undefined
}

/** Records an action in the transaction of the action, so that neither is stored without the other. */
export async function addAuditEvent(
  trx: Db,
  { action, subject, actor, reason, before, after }: NewAuditEvent,
): Promise<void> {
  await trx
    .insertInto('audit_event')
    .values({
      actor_type: actor.type,
      actor: actor.id,
      action,
      subject_type: subject.type,
      subject_id: subject.id,
      reason: reason ?? null,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      request_id: requestContext()?.ids?.reqId ?? null,
    })
    .execute()
}

/**
 * Records which fields of a state an action has changed, each before and after. Records nothing if no field differs.
 * Returns whether one does.
 */
export async function addChangeEvent<T extends State>(
  trx: Db,
  { before, after, ...event }: Omit<NewAuditEvent, 'before' | 'after'> & { before: T; after: T },
): Promise<boolean> {
  const changed = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  if (changed.length === 0) return false
  const pick = (state: T) => Object.fromEntries(changed.map((key) => [key, state[key]]))
  await addAuditEvent(trx, { ...event, before: pick(before), after: pick(after) })
  return true
}

/** Records what a user does with their own account. `states` are those of `addAuditEvent`. */
export async function addUserEvent(
  trx: Db,
  userId: string,
  action: AuditAction,
  states: Pick<NewAuditEvent, 'before' | 'after'> = {},
): Promise<void> {
  const actor = { type: 'user', id: userId } as const
  await addAuditEvent(trx, { action, subject: actor, actor, ...states })
}

/** `+79161234567` → `67`: the part of a phone that the trail stores. */
export function lastDigits(phone: string): string {
  return phone.slice(-2)
}
