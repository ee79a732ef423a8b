import type { listPayoutRecords, PayoutRecord } from '@portal/contracts/admin/payout'
import { STUCK_SECONDS } from '@portal/contracts/admin/payout'
import type { QueryOf } from '@portal/contracts/endpoint'
import { type InferResult, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { requireFound } from '../../http/problem.ts'
import { findEmployeeId, userName } from '../../staff/employees/repository.ts'
import type { BankCall } from '../delivery/bank-call.ts'
import { type DecisionRow, readNewestDecisions, toDecision } from './decisions.ts'

const DEFAULT_LIMIT = 100

const age = sql<number>`floor(extract(epoch from coalesce(p.completed_at, clock_timestamp()) - p.created_at))::int`

/** Payouts as operators see them. */
function rows(db: Db) {
  return db
    .selectFrom('payout as p')
    .innerJoin('employee as e', 'e.id', 'p.employee_id')
    .innerJoin('restaurant as r', 'r.id', 'e.restaurant_id')
    .innerJoin('user_account as u', 'u.id', 'p.user_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('payout_attempt as a')
          .select(sql<BankCall | null>`a.calls -> -1`.as('call'))
          .whereRef('a.payout_id', '=', 'p.id')
          .where(sql<boolean>`a.calls <> '[]'`)
          .orderBy('a.id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .selectAll('p')
    .select([
      'r.id as restaurant_id',
      'r.name as restaurant_name',
      userName.as('name'),
      'last.call as last_call',
      age.as('age'),
      sql<Date | null>`nullif(p.next_attempt_at, 'infinity')`.as('due_at'),
    ])
}

type Row = InferResult<ReturnType<typeof rows>>[number]

export async function listRecords(
  db: Db,
  { stuck, proposed, age: minAge, status, user, employee, limit = DEFAULT_LIMIT }: QueryOf<typeof listPayoutRecords>,
): Promise<PayoutRecord[]> {
  let query = rows(db).limit(limit)
  const seconds = minAge ?? (stuck ? STUCK_SECONDS : undefined)
  if (seconds !== undefined)
    query = query.where('p.created_at', '<=', sql<Date>`statement_timestamp() - make_interval(secs => ${seconds})`)
  if (stuck)
    query = query
      .where('p.status', 'in', ['pending', 'processing'])
      .where('p.review', 'is distinct from', 'open')
      .orderBy('p.created_at')
  else query = query.orderBy('p.number', 'desc')
  if (proposed)
    query = query
      .where('p.status', 'in', ['pending', 'processing'])
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('payout_decision as d').whereRef('d.payout_id', '=', 'p.id').where('d.closed_as', 'is', null),
        ),
      )
  if (status !== undefined) query = query.where('p.status', '=', status)
  if (user !== undefined) query = query.where('p.user_id', '=', user)
  if (employee !== undefined) query = query.where('p.employee_id', '=', await findEmployeeId(db, employee))
  return await withDecisions(db, await query.execute())
}

/** @throws Problem 404 */
export async function getRecord(db: Db, payoutId: string): Promise<PayoutRecord> {
  const row = requireFound(await rows(db).where('p.id', '=', payoutId).executeTakeFirst())
  return requireFound((await withDecisions(db, [row]))[0])
}

async function withDecisions(db: Db, payouts: readonly Row[]): Promise<PayoutRecord[]> {
  const decisions = await readNewestDecisions(
    db,
    payouts.map(({ id }) => id),
  )
  return payouts.map((row) => toRecord(row, decisions.get(row.id)))
}

function toRecord(row: Row, decision: DecisionRow | undefined): PayoutRecord {
  return {
    id: row.id,
    number: String(row.number),
    kind: row.kind,
    status: row.status,
    review: row.review,
    amount: row.amount / 100,
    fee: row.fee / 100,
    restaurant_fee: row.restaurant_fee / 100,
    net: (row.amount - row.fee) / 100,
    user_id: row.user_id,
    employee_id: row.employee_id,
    name: row.name,
    restaurant: { id: row.restaurant_id, name: row.restaurant_name },
    destination: row.destination_title,
    provider: row.provider,
    bank: row.bank,
    reference: row.bank_reference,
    rrn: row.rrn,
    reason: row.reason,
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    age_seconds: row.age,
    attempts: row.attempts,
    next_attempt_at: isFinished(row) ? null : (row.due_at?.toISOString() ?? null),
    last_response: row.last_call?.response ?? null,
    last_error: row.last_call?.error ?? null,
    decision: decision ? toDecision(decision) : null,
  }
}

export function isFinished({ status }: Pick<Row, 'status'>): boolean {
  return status === 'succeeded' || status === 'canceled'
}
