import type { Db } from '../../db/connect.ts'
import type { Metrics } from '../../http/metrics.ts'
import { countMonthsAhead, countMonthsBehind } from './months.ts'

export function monthGauges(metrics: Metrics, db: Db): void {
  const help =
    'Months after this one that the ledger has partitions for; below 1, the next month is written to this one'
  metrics.gauge({ name: 'portal_ledger_months_ahead', help }, async () => [{ value: await countMonthsAhead(db) }])
  const behind = 'Months that the clock is ahead of the month of the ledger: 0, and 1 until a month has begun'
  metrics.gauge({ name: 'portal_ledger_months_behind', help: behind }, async () => [
    { value: await countMonthsBehind(db) },
  ])
}
