import { type OperatorProposal, PROPOSAL_DAYS } from '@portal/contracts/admin/proposal'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Database } from '../../db/schema.ts'
import type { Metrics } from '../../http/metrics.ts'
import { requireFound } from '../../http/problem.ts'
import { type Actor, addAuditEvent, type NewAuditEvent } from '../audit/audit.ts'

type Proposal = Pick<NewAuditEvent, 'action' | 'subject' | 'actor' | 'reason'> & {
  /** The body of the request without its reason. Another operator has to confirm exactly this. */
  change: Record<string, unknown>
}

/** Thrown to roll the change of one operator back. `adminRoute` stores the proposal and responds with it. */
export class SecondOperatorNeeded extends Error {
  readonly proposal: Proposal

  constructor(proposal: Proposal) {
    super('another operator has to confirm this')
    this.proposal = proposal
  }
}

const isOpen = sql<boolean>`operator_proposal.proposed_at > clock_timestamp() - make_interval(days => ${sql.lit(PROPOSAL_DAYS)})`

/**
 * Uses up the proposal of this change by another operator, and returns that operator.
 * @throws SecondOperatorNeeded if there is no such proposal
 */
export async function requireSecondOperator(trx: Db, proposal: Proposal): Promise<string> {
  const { action, subject, actor, reason, change } = proposal
  const confirmed = await trx
    .deleteFrom('operator_proposal')
    .where('action', '=', action)
    .where('subject_id', '=', subject.id)
    .where('change', '=', sql<string>`${JSON.stringify(change)}::jsonb`)
    .where('proposed_by', '<>', actor.id)
    .where(isOpen)
    .returning('proposed_by')
    .executeTakeFirst()
  if (!confirmed) throw new SecondOperatorNeeded(proposal)
  const after = { action, ...confirmed, change }
  await addAuditEvent(trx, { action: 'proposal_confirmed', subject, actor, reason, after })
  return confirmed.proposed_by
}

/**
 * Stores a proposal of one operator, which replaces an earlier one for the same subject. Repeating the same proposal
 * changes nothing, so it does not prolong it.
 */
export async function propose(
  trx: Db,
  { action, subject, actor, reason, change }: Proposal,
): Promise<OperatorProposal> {
  const row = {
    action,
    subject_type: subject.type,
    subject_id: subject.id,
    change: JSON.stringify(change),
    reason: reason ?? null,
    proposed_by: actor.id,
  }
  const stored = await trx
    .insertInto('operator_proposal')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['action', 'subject_id'])
        .doUpdateSet({ ...row, proposed_at: sql<Date>`clock_timestamp()` })
        .where(sql<boolean>`operator_proposal.change <> excluded.change or not ${isOpen}`),
    )
    .returningAll()
    .executeTakeFirst()
  if (stored) {
    await addAuditEvent(trx, { action: 'operator_proposed', subject, actor, reason, after: { action, change } })
    return toProposal(stored)
  }
  const earlier = trx.selectFrom('operator_proposal').selectAll().where('action', '=', action)
  return toProposal(await earlier.where('subject_id', '=', subject.id).executeTakeFirstOrThrow())
}

export async function openProposals(db: Db): Promise<OperatorProposal[]> {
  const rows = await db.selectFrom('operator_proposal').selectAll().where(isOpen).orderBy('id').execute()
  return rows.map(toProposal)
}

/** @throws Problem 404 */
export async function retract(trx: Db, id: string, { actor, reason }: { actor: Actor; reason: string }): Promise<void> {
  const number = /^\d{1,15}$/.test(id) ? Number(id) : 0
  const query = trx.deleteFrom('operator_proposal').where('id', '=', number).where(isOpen).returningAll()
  const { action, subject, proposed_by, change } = toProposal(requireFound(await query.executeTakeFirst()))
  const before = { action, proposed_by, change }
  await addAuditEvent(trx, {
    action: 'proposal_retracted',
    subject: subject as NewAuditEvent['subject'],
    actor,
    reason,
    before,
  })
}

function toProposal({
  subject_type,
  subject_id,
  change,
  proposed_at,
  ...row
}: Selectable<Database['operator_proposal']>): OperatorProposal {
  return {
    ...row,
    subject: { type: subject_type, id: subject_id },
    change: change as OperatorProposal['change'],
    proposed_at: proposed_at.toISOString(),
  }
}

export function registerProposalGauge(metrics: Metrics, db: Db): void {
  const help = 'What operators have proposed and no other one has confirmed'
  metrics.gauge({ name: 'portal_operator_proposals', help }, async () => [{ value: (await openProposals(db)).length }])
}
