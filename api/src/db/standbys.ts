import { sql } from 'kysely'
import type { Db } from './connect.ts'

/**
 * Waits until the standby has everything that is committed so far; within a transaction, its commit waits. Call it
 * before reporting as done what a query has only read: that may be committed on the primary only, and would be lost
 * with the primary. Without a standby it costs one write of the log.
 * @throws UnreplicatedError
 */
export async function awaitReplication(db: Db): Promise<void> {
  await sql`select pg_logical_emit_message(true, 'portal', '')`.execute(db)
}

/** Counts the standbys that follow the primary. Undefined if commits do not wait for a standby. */
export async function countStandbys(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ standbys: number }>`
    select (select count(*) from pg_stat_replication) as standbys
    where current_setting('synchronous_standby_names') <> ''`.execute(db)
  return rows[0]?.standbys
}
