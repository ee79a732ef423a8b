import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { isDatedByNow } from '../../db/dates.ts'
import type { Metrics } from '../../http/metrics.ts'

/** The number of the newest operations at which the gauge looks. */
const NEWEST_OPERATIONS = 10_000

export function registerDatedAheadGauge(metrics: Metrics, db: Db): void {
  const help = 'Operations that are dated in the future, of the newest 10,000'
  metrics.gauge({ name: 'portal_operations_dated_ahead', help }, async () => {
    const { rows } = await sql<{ value: number }>`
      select (count(*) filter (where not ${isDatedByNow(sql.ref('created_at'))}))::int as value
      from (select created_at from operation order by id desc limit ${NEWEST_OPERATIONS}) as newest`.execute(db)
    return rows
  })
}
