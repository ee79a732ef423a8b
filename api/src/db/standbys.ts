import { sql } from 'kysely'
import type { Db } from './connect.ts'

/**
 * Resolves when the standby has all that is committed so far; in a transaction, when that commits. What is read may be
 * committed on the primary only: a client that gets it as done would lose it with the primary. Without a standby it
 * costs one write of the log.
 * @throws UnreplicatedError
 */
export async function awaitReplication(db: Db): Promise<void> {
  await sql`select pg_logical_emit_message(true, 'portal', '')`.execute(db)
}

/** Counts the standbys that follow the primary; undefined where no commit waits for a standby. */
export async function countStandbys(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ standbys: number }>`
    select (select count(*) from pg_stat_replication) as standbys
    where current_setting('synchronous_standby_names') <> ''`.execute(db)
  return rows[0]?.standbys
}
