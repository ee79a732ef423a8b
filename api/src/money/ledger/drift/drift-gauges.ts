import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Metrics } from '../../../http/metrics.ts'
import { driftChecks } from './difference.ts'

/** Registers gauges of the last check for drift, by any process. */
export function registerDriftGauges(metrics: Metrics, db: Db): void {
  metrics.gauge(
    {
      name: 'portal_ledger_drift',
      help: 'Differences found by the last check for drift; must be 0',
      labels: ['check'],
    },
    async () => {
      const { rows } = await sql<{ check: string; value: number }>`
        select name as check, count(d)::int as value
        from unnest(${[...driftChecks]}::text[]) as checks (name)
        left join (select jsonb_array_elements(differences) as d from ledger_checkpoint) found on d->>'check' = name
        group by name`.execute(db)
      return rows.map(({ check, value }) => ({ labels: { check }, value }))
    },
  )
  metrics.gauge(
    {
      name: 'portal_ledger_drift_checked_timestamp_seconds',
      help: 'When that was checked last; 0 before the first time',
    },
    async () => {
      const { rows } = await sql<{ value: number }>`
        select coalesce(extract(epoch from checked_at), 0)::bigint as value from ledger_checkpoint`.execute(db)
      return rows
    },
  )
}
