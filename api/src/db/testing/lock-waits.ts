import { sql } from 'kysely'
import type { Db } from '../connect.ts'

/** Counts the statements that wait for a lock of another transaction. */
export async function lockWaits(db: Db): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}
