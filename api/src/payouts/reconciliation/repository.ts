import type { Reconciliation, ReconciliationLine } from '@portal/contracts/admin/reconciliation'
import { type InferResult, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { requireFound } from '../../http/problem.ts'
import type { ProviderName } from '../../settings/providers.ts'
import type { ListedPayment } from '../bank/bank.ts'
import type { Difference, OurPayout } from './compare.ts'

/**
 * Selects the days (`day`, in Moscow) that ended at least two hours ago, have payouts of the provider before their end,
 * and were not compared with its list since then. An earlier comparison, which an operator may have run, does not
 * count, because it lacks the last payments of the day.
 */
function dueDays(provider: ProviderName, days: number) {
  return sql`
    select due.day
    from (select (clock_timestamp() - interval '2 hours') at time zone 'Europe/Moscow' as now) as moscow
    cross join lateral (
      select moscow.now::date - days_ago as day from generate_series(1, ${days}::int) as days_ago
    ) as due
    where exists (
        select from payout p
        where p.provider = ${provider} and p.sent_at < (due.day + 1)::timestamp at time zone 'Europe/Moscow')
      and not exists (
        select from reconciliation r where r.provider = ${provider} and r.day = due.day and r.source = 'provider'
          and r.finished_at >= (due.day + 1)::timestamp at time zone 'Europe/Moscow' + interval '2 hours')`
}

/** Returns which of the last `days` days have to be compared with a provider, the oldest first. */
export async function findDueDays(db: Db, provider: ProviderName, days: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day from (${dueDays(provider, days)}) as due order by due.day`.execute(db)
  return rows.map(({ day }) => day)
}

/** Older days are no longer checked, because a provider may be removed and configured again years later. */
const MAX_GAP_DAYS = 31

/**
 * Returns the time, in seconds, until which all days were compared with a provider: the start of the oldest day that is
 * due, or else the end of the last day that was compared. Before any comparison it is the time of the provider's first
 * payout. Returns undefined if there is nothing to compare. A provider without a list is compared only with the
 * statements that operators have, so no day of it is due.
 */
export async function readComparedUntil(
  db: Db,
  provider: ProviderName,
  { hasList }: { hasList: boolean },
): Promise<number | undefined> {
  const { rows } = await sql<{ value: number | null }>`
    select extract(epoch from case
        when ${hasList} and due.oldest is not null then greatest(due.oldest::timestamp at time zone 'Europe/Moscow', sent.first)
        else coalesce((compared.last + 1)::timestamp at time zone 'Europe/Moscow', case when ${hasList} then sent.first end)
      end)::float8 as value
    from (select min(day) as oldest from (${dueDays(provider, MAX_GAP_DAYS)}) as due_day) as due,
      (select max(day) as last from reconciliation where provider = ${provider} and finished_at is not null) as compared,
      (select min(sent_at) as first from payout where provider = ${provider}) as sent`.execute(db)
  return rows[0]?.value ?? undefined
}

export type Period = { since: Date; until: Date }

/** Reads the payouts of a provider that were first sent in a period, and those with one of these ids. */
export async function readPayouts(
  db: Db,
  provider: ProviderName,
  { since, until }: Period,
  ids: readonly string[],
): Promise<OurPayout[]> {
  const { rows } = await sql<OurPayout>`
    select id, amount - fee as amount, sent_at >= ${since} and sent_at < ${until} as "isOfPeriod",
      case status when 'succeeded' then 'paid' when 'canceled' then 'declined' else 'accepted' end as status
    from payout
    where provider = ${provider} and (sent_at >= ${since} and sent_at < ${until} or id = any(${ids}::uuid[]))`.execute(
    db,
  )
  return rows
}

/** Starts the comparison of a day, again if there was one. Returns its id. */
export async function startReconciliation(
  db: Db,
  { provider, day, source }: { provider: ProviderName; day: string; source: 'provider' | 'statement' },
): Promise<number> {
  const { id } = await db
    .insertInto('reconciliation')
    .values({ provider, day, source })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'day']).doUpdateSet({ source, started_at: sql<Date>`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Stores the differences of a comparison. A known difference keeps its line. The portal closes a difference that the
 * provider's list no longer shows; a statement, which an operator has given, closes no differences. A `status`
 * difference may come from the provider's report about a payment of a later day (contradiction.ts), so a comparison
 * closes it only if it has `judged` that payment.
 */
export async function storeDifferences(
  trx: Db,
  id: number,
  {
    source,
    judged,
    payouts,
    differences,
  }: {
    source: Reconciliation['source']
    judged: readonly ListedPayment[]
    payouts: number
    differences: readonly Difference[]
  },
): Promise<void> {
  const lines = differences.map(({ kind, payoutId, reference, ours, theirs }) => ({
    kind,
    payout_id: payoutId,
    reference,
    our_amount: ours?.amount ?? null,
    their_amount: theirs?.amount ?? null,
    our_status: ours?.status ?? null,
    their_status: theirs?.status ?? null,
  }))
  const references = judged.map(({ reference }) => reference)
  await sql`
    with found as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as f (kind text, payout_id uuid, reference text,
        our_amount bigint, their_amount bigint, our_status text, their_status text)
    ), gone as (
      update reconciliation_line l set closed_at = now(), closed_by = 'portal', close_reason = 'A later comparison matches'
      where reconciliation_id = ${id} and closed_at is null and ${source} = 'provider' and not exists (
        select from found f where (f.kind, f.payout_id, f.reference) is not distinct from (l.kind, l.payout_id, l.reference))
      and (l.kind <> 'status' or l.reference = any(${references}::text[])
        or l.reference is null and l.payout_id = any(${judged.flatMap(({ payoutId }) => payoutId ?? [])}::uuid[]))
    )
    insert into reconciliation_line as l
      (reconciliation_id, kind, payout_id, reference, our_amount, their_amount, our_status, their_status)
    select ${id}, f.* from found f
    on conflict (reconciliation_id, kind, payout_id, reference) do update set
      our_amount = excluded.our_amount, their_amount = excluded.their_amount,
      our_status = excluded.our_status, their_status = excluded.their_status,
      -- A difference that the portal closed is open again when it comes back. An operator's decision stays.
      closed_at = case when l.closed_by = 'portal' then null else l.closed_at end,
      close_reason = case when l.closed_by = 'portal' then null else l.close_reason end,
      closed_by = nullif(l.closed_by, 'portal')`.execute(trx)
  await trx
    .updateTable('reconciliation')
    .set({ payments: new Set(references).size, payouts, finished_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

export async function storeStatement(
  trx: Db,
  statement: { reconciliation_id: number; sha256: string; content: string; given_by: string },
): Promise<void> {
  await trx.insertInto('reconciliation_statement').values(statement).execute()
}

function reconciliations(db: Db) {
  return db
    .selectFrom('reconciliation as r')
    .leftJoin('reconciliation_line as l', 'l.reconciliation_id', 'r.id')
    .where('r.finished_at', 'is not', null)
    .groupBy('r.id')
    .select((eb) => [
      'r.id',
      'r.provider',
      'r.day',
      'r.source',
      eb.fn.coalesce('r.payments', sql<number>`0`).as('payments'),
      eb.fn.coalesce('r.payouts', sql<number>`0`).as('payouts'),
      eb.fn.count<number>('l.id').as('differences'),
      sql<number>`count(l.id) filter (where l.closed_at is null)`.as('open'),
      sql<Date>`r.finished_at`.as('finished_at'),
    ])
}

/** The days of a year. */
const MAX_RECONCILIATIONS = 366

export async function listReconciliations(db: Db, provider?: ProviderName): Promise<Reconciliation[]> {
  const rows = await reconciliations(db)
    .$if(provider !== undefined, (query) => query.where('r.provider', '=', provider ?? 'sandbox'))
    .orderBy('r.day', 'desc')
    .orderBy('r.provider')
    .limit(MAX_RECONCILIATIONS)
    .execute()
  return rows.map(toReconciliation)
}

export async function getReconciliation(db: Db, id: number): Promise<Reconciliation> {
  return toReconciliation(requireFound(await reconciliations(db).where('r.id', '=', id).executeTakeFirst()))
}

type Row = Omit<Reconciliation, 'finished_at'> & { finished_at: Date }

function toReconciliation({ finished_at, ...row }: Row): Reconciliation {
  return { ...row, finished_at: finished_at.toISOString() }
}

function lines(db: Db) {
  return db
    .selectFrom('reconciliation_line as l')
    .innerJoin('reconciliation as r', 'r.id', 'l.reconciliation_id')
    .selectAll('l')
    .select(['r.provider', 'r.day'])
}

const MAX_LINES = 1_000

export async function listLines(db: Db, reconciliation?: number): Promise<ReconciliationLine[]> {
  const rows = await lines(db)
    .$if(reconciliation === undefined, (query) => query.where('l.closed_at', 'is', null))
    .$if(reconciliation !== undefined, (query) => query.where('l.reconciliation_id', '=', reconciliation ?? 0))
    .orderBy('l.id')
    .limit(MAX_LINES)
    .execute()
  return rows.map(toLine)
}

/** @throws Problem 404 */
export async function getLine(db: Db, id: string): Promise<ReconciliationLine> {
  const number = /^\d{1,15}$/.test(id) ? Number(id) : 0
  return toLine(requireFound(await lines(db).where('l.id', '=', number).executeTakeFirst()))
}

function toLine({
  our_amount,
  their_amount,
  found_at,
  closed_at,
  reconciliation_id: _,
  ...row
}: InferResult<ReturnType<typeof lines>>[number]): ReconciliationLine {
  return {
    ...row,
    our_amount: our_amount === null ? null : our_amount / 100,
    their_amount: their_amount === null ? null : their_amount / 100,
    found_at: found_at.toISOString(),
    closed_at: closed_at?.toISOString() ?? null,
  }
}

/** Closes an open line. Returns false if it was closed already. */
export async function closeLine(trx: Db, id: number, decision: { by: string; reason: string }): Promise<boolean> {
  const result = await trx
    .updateTable('reconciliation_line')
    .set({ closed_at: sql<Date>`now()`, closed_by: decision.by, close_reason: decision.reason })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
