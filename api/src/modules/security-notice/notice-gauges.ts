import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Metrics } from '../../http/metrics.ts'

/** Registers the notices that are not sent, read from the database and so equal in each process. */
export function noticeGauges(metrics: Metrics, db: Db): void {
  metrics.gauge(
    { name: 'portal_security_notices_waiting', help: 'Security notices that are not sent yet' },
    async () => {
      const { rows } = await sql<{ value: number }>`select count(*)::int as value from security_notice`.execute(db)
      return rows
    },
  )
  metrics.gauge(
    { name: 'portal_security_notice_oldest_seconds', help: 'How long the oldest of them waits' },
    async () => {
      const { rows } = await sql<{ value: number }>`
        select coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as value
        from security_notice`.execute(db)
      return rows
    },
  )
}
