import type { Db } from '../../db/connect.ts'
import type { Metrics } from '../../http/metrics.ts'
import { countMonthsAhead } from './months.ts'

export function monthGauges(metrics: Metrics, db: Db): void {
  const help =
    'Months after this one that the ledger has partitions for; below 1, the next month is written to this one'
  metrics.gauge({ name: 'portal_ledger_months_ahead', help }, async () => [{ value: await countMonthsAhead(db) }])
}
