import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Drift } from './difference.ts'

type Counts = Record<string, { changes: number; file: number }>

/** `since`: when verified rows were changed, or may have been. */
export type Suspicion = { drift: Drift[]; since: Date | undefined; observed: Counts }

/**
 * Reads how many rows PostgreSQL has changed or deleted in each partition of the two append-only tables, and the
 * partition's file. Inserts change neither; `truncate` and `vacuum full` write new files. The counters belong to one
 * server and start at zero after a crash.
 */
async function count(trx: Db): Promise<Counts> {
  const { rows } = await sql<{ name: string; changes: number; file: number }>`
    select relname as name, n_tup_upd + n_tup_del as changes, pg_relation_filenode(s.relid)::bigint as file
    from pg_stat_user_tables s
    where s.relid in (
      select relid from pg_partition_tree('ledger_transfer') where isleaf
      union all select relid from pg_partition_tree('ledger_entry') where isleaf)`.execute(trx)
  return Object.fromEntries(rows.map(({ name, ...counts }) => [name, counts]))
}

/** A partition that was dropped takes its counters with it. */
async function findDropped(trx: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as name where to_regclass('public.' || name) is null`.execute(trx)
  return rows.map(({ name }) => name)
}

/** Compares the counters with those of the last verification, and stores a new suspicion. */
export async function checkRewrites(trx: Db): Promise<Suspicion> {
  const observed = await count(trx)
  const { counted } = await trx
    .selectFrom('ledger_checkpoint')
    .select('counted')
    .$castTo<{ counted: Counts | null }>()
    .executeTakeFirstOrThrow()
  const drift = Object.entries(observed).flatMap(([name, { changes, file }]): Drift[] => {
    const before = counted?.[name]
    if (!before || (changes <= before.changes && file === before.file)) return []
    const rows = changes - before.changes
    const found = rows > 0 ? { rows } : { file: 'replaced' }
    return [{ check: 'rewritten', subject: name, expected: {}, found }]
  })
  for (const subject of await findDropped(trx, Object.keys(counted ?? {}))) {
    drift.push({ check: 'rewritten', subject, expected: {}, found: { file: 'dropped' } })
  }
  if (drift.length === 0) await acceptCounts(trx, observed)
  const since = drift.length === 0 ? undefined : await suspect(trx, observed)
  return { drift, since, observed }
}

/** Returns when these counters were seen first. */
async function suspect(trx: Db, observed: Counts): Promise<Date | undefined> {
  const counts = JSON.stringify(observed)
  await sql`update ledger_checkpoint set suspected = ${counts}::jsonb, suspected_at = clock_timestamp()
    where suspected is distinct from ${counts}::jsonb`.execute(trx)
  const { rows } = await sql<{ since: Date }>`select suspected_at as since from ledger_checkpoint`.execute(trx)
  return rows[0]?.since
}

/** Stores the counters as those of a verified ledger. */
export async function acceptCounts(trx: Db, observed: Counts): Promise<void> {
  const counts = JSON.stringify(observed)
  await sql`update ledger_checkpoint set counted = ${counts}::jsonb, suspected = null, suspected_at = null
    where counted is distinct from ${counts}::jsonb or suspected is not null`.execute(trx)
}
