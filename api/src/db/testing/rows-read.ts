import { sql } from 'kysely'
import type { Db } from '../connect.ts'
import type { Database } from '../schema.ts'

/**
 * Counts the rows of a table that the work reads by indexes on one connection, including rows that a filter then drops.
 * Sequential scans are switched off meanwhile, because PostgreSQL prefers them for the small tables of a test. All
 * other connections are ended first: an idle one reports what it has read up to ten seconds later.
 */
export async function rowsReadByIndex(
  db: Db,
  table: keyof Database,
  work: (db: Db) => Promise<unknown>,
): Promise<number> {
  return await db.connection().execute(async (connection) => {
    await sql`
      select pg_terminate_backend(pid, 60000) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(
      connection,
    )
    await sql`set enable_seqscan = off`.execute(connection)
    try {
      const before = await reported(connection, table)
      await work(connection)
      return (await reported(connection, table)) - before
    } finally {
      await sql`reset enable_seqscan`.execute(connection)
    }
  })
}

async function reported(connection: Db, table: keyof Database): Promise<number> {
  // A connection reports its counters once a second. This makes it report them at the end of the statement.
  await sql`select pg_stat_force_next_flush()`.execute(connection)
  const { rows } = await sql<{ fetched: number }>`
    select idx_tup_fetch as fetched from pg_stat_user_tables where relid = ${table}::regclass`.execute(connection)
  const [row] = rows
  if (!row) throw new Error(`PostgreSQL counts nothing of ${table}`)
  return row.fetched
}
