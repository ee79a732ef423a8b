import type { PayoutDecision } from '@portal/contracts/admin/payout'
import { type InferResult, sql } from 'kysely'
import { type Actor, accountOperator } from '../../base/audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'

/**
 * How long a proposed return waits. The worker stops sending the payout when the return is proposed. The delay is
 * longer than any request that is under way, and than a provider needs before its search finds a payment.
 */
const RETURN_DELAY_MINUTES = 10

/** A payout that was never sent can be returned immediately, because no bank has it. */
const effectiveAt = sql<Date>`case when d.outcome = 'returned' and p.attempts > 0
  then d.proposed_at + make_interval(mins => ${sql.lit(RETURN_DELAY_MINUTES)}) else d.proposed_at end`

export type Outcome = PayoutDecision['outcome']

/**
 * Selects decisions with the moment from which they may be booked. A decision that was open when the bank decided is
 * `overtaken`. Earlier versions stored `withdrawn` for `retracted`.
 */
function decisions(db: Db) {
  return db
    .selectFrom('payout_decision as d')
    .innerJoin('payout as p', 'p.id', 'd.payout_id')
    .selectAll('d')
    .select([
      sql<PayoutDecision['state']>`coalesce(replace(d.closed_as, 'withdrawn', 'retracted'),
        case when p.status in ('pending', 'processing') then 'open' else 'overtaken' end)`.as('state'),
      effectiveAt.as('effective_at'),
      sql<boolean>`${effectiveAt} <= clock_timestamp()`.as('is_effective'),
    ])
}

export type DecisionRow = InferResult<ReturnType<typeof decisions>>[number]

/** Returns the newest decision about each of these payouts. */
export async function readNewestDecisions(db: Db, payoutIds: readonly string[]): Promise<Map<string, DecisionRow>> {
  const rows = await decisions(db)
    .distinctOn('d.payout_id')
    .where(sql<boolean>`d.payout_id = any(${payoutIds}::uuid[])`)
    .orderBy('d.payout_id')
    .orderBy('d.id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.payout_id, row]))
}

export async function findLastDecision(db: Db, payoutId: string): Promise<DecisionRow | undefined> {
  return (await readNewestDecisions(db, [payoutId])).get(payoutId)
}

export function toDecision(row: DecisionRow): PayoutDecision {
  return {
    outcome: row.outcome,
    state: row.state,
    reason: row.reason,
    proposed_by: row.proposed_by,
    proposed_at: row.proposed_at.toISOString(),
    confirmed_by: row.confirmed_by,
    effective_at: row.effective_at.toISOString(),
    closed_by: row.closed_by,
    closed_at: row.closed_at?.toISOString() ?? null,
  }
}

type Proposal = { outcome: Outcome; reason: string; rrn: string | undefined; operator: string }

/** Stores a proposal; from its commit on the worker does not send the payout. The caller has locked the payout. */
export async function proposeDecision(
  trx: Db,
  payoutId: string,
  { outcome, reason, rrn, operator }: Proposal,
): Promise<DecisionRow> {
  const row = { payout_id: payoutId, outcome, reason, rrn: rrn ?? null, proposed_by: operator }
  const { id } = await trx.insertInto('payout_decision').values(row).returning('id').executeTakeFirstOrThrow()
  return await decisions(trx).where('d.id', '=', id).executeTakeFirstOrThrow()
}

export async function confirmDecision(trx: Db, { id }: DecisionRow, operator: string): Promise<DecisionRow> {
  await trx
    .updateTable('payout_decision')
    .set({ confirmed_by: operator, confirmed_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
  return await decisions(trx).where('d.id', '=', id).executeTakeFirstOrThrow()
}

/** Closes a decision. If it is done, the bank is asked for the status later, in case it contradicts the decision. */
export async function closeDecision(
  trx: Db,
  { id }: DecisionRow,
  as: 'done' | 'retracted',
  operator: string,
): Promise<void> {
  await trx
    .updateTable('payout_decision')
    .set({
      closed_as: as,
      closed_by: operator,
      closed_at: sql<Date>`clock_timestamp()`,
      check_at: as === 'done' ? sql<Date>`clock_timestamp() + interval '1 hour'` : null,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Returns the kopecks about which an operator has decided in 24 hours without another one: decisions in place of the
 * bank, and releases of held orders. Other decisions of this operator wait until the commit.
 */
export async function sumDecidedWithoutSecond(trx: Db, operator: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payout-decision:${operator}`}, 0))`.execute(trx)
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(amount), 0)::bigint as total from payout where id in (
      select payout_id from payout_decision
      where proposed_by = ${operator} and confirmed_by is null and closed_as = 'done'
        and closed_at > statement_timestamp() - interval '24 hours'
      union
      select subject_id::uuid from audit_event
      where actor = ${operator} and actor_type = 'operator' and action = 'payout_released' and not after ? 'proposed_by'
        and at > statement_timestamp() - interval '24 hours')`.execute(trx)
  return rows[0]?.total ?? 0
}

/** An operator with an account must not move money from or to this account. @throws Problem 409 `own_payout` */
export async function requireOthersPayout(trx: Db, payoutId: string, { id: operator }: Actor): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    select e.user_id from payout p
    join employee e on e.id = p.employee_id or e.id in (select employee_id from payout_recipient where payout_id = p.id)
    where p.id = ${payoutId}`.execute(trx)
  if (rows.some(({ user_id }) => accountOperator(user_id) === operator)) throw new Problem(409, 'own_payout')
}
