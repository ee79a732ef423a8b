import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** What a server writes even if no data changes. */
const MAX_IDLE_BYTES = 1_024

/**
 * Returns for how many seconds changes have waited to be archived: 0 if all are archived, undefined if the server does
 * not archive. Waiting changes are lost if all machines of the database are lost.
 */
export async function readArchiveAge(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number }>`
    select case
      when pg_is_in_recovery() or pg_wal_lsn_diff(pg_current_wal_lsn(), archived.lsn) <= ${MAX_IDLE_BYTES} then 0
      else extract(epoch from clock_timestamp() - coalesce(last_archived_time, stats_reset))
    end::float8 as seconds
    from pg_stat_archiver, lateral (
      -- The name of a segment is its timeline (8 digits) and its number (16 digits).
      select case when last_archived_wal ~ '^[0-9A-F]{24}' then '0/0'::pg_lsn
        + ((('x' || substr(last_archived_wal, 9, 8))::bit(32)::bigint << 32)
        + (('x' || substr(last_archived_wal, 17, 8))::bit(32)::bigint + 1)
          * pg_size_bytes(current_setting('wal_segment_size')))::numeric end as lsn
    ) archived
    where current_setting('archive_mode') <> 'off'`.execute(db)
  return rows[0]?.seconds
}
