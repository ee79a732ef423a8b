import { sql } from 'kysely'
import type { Db } from './connect.ts'

/** Counts the standbys that follow the primary; undefined where no commit waits for a standby. */
export async function countStandbys(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ standbys: number }>`
    select (select count(*) from pg_stat_replication) as standbys
    where current_setting('synchronous_standby_names') <> ''`.execute(db)
  return rows[0]?.standbys
}
