import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Metrics } from '../http/metrics.ts'
import { countUnfinishedPayouts } from './delivery/overdue.ts'

const statuses = ['pending', 'processing', 'succeeded', 'canceled']

/** Registers gauges of payouts. They are read from the database, so every process reports equal values. */
export function registerPayoutGauges(metrics: Metrics, db: Db): void {
  addRecentGauges(metrics, db)
  addUnfinishedGauges(metrics, db)
  addOperatorGauges(metrics, db)
}

/** The number and the sum of recent payouts. */
function addRecentGauges(metrics: Metrics, db: Db): void {
  metrics.gauge(
    {
      name: 'portal_payouts',
      help: 'Payouts that are under way, or ended within the last hour, by status',
      labels: ['status'],
    },
    async () => {
      const found = await sumRecentPayouts(db)
      return statuses.map((status) => ({ labels: { status }, value: found.get(status)?.count ?? 0 }))
    },
  )
  metrics.gauge(
    { name: 'portal_payouts_rubles', help: 'What they take from their payers, fee included', labels: ['status'] },
    async () => {
      const found = await sumRecentPayouts(db)
      return statuses.map((status) => ({ labels: { status }, value: (found.get(status)?.kopecks ?? 0) / 100 }))
    },
  )
}

/** How long payouts have waited for a worker and for their bank. */
function addUnfinishedGauges(metrics: Metrics, db: Db): void {
  metrics.gauge(
    { name: 'portal_payout_lag_seconds', help: 'How long the payout has waited that a worker should take next' },
    async () => {
      const { rows } = await sql<{ value: number }>`
      select coalesce(extract(epoch from clock_timestamp() - min(next_attempt_at)), 0)::float8 as value from payout
      where status in ('pending', 'processing') and next_attempt_at <= statement_timestamp()`.execute(db)
      return rows
    },
  )
  metrics.gauge(
    { name: 'portal_payout_oldest_seconds', help: 'Age of the oldest unfinished payout, by bank', labels: ['bank'] },
    async () => (await countUnfinishedPayouts(db)).map(({ bank, oldest }) => ({ labels: { bank }, value: oldest })),
  )
  metrics.gauge(
    {
      name: 'portal_payouts_overdue',
      help: 'Unfinished payouts that are older, by bank',
      labels: ['bank', 'older_than'],
    },
    async () =>
      (await countUnfinishedPayouts(db)).flatMap(({ bank, overdue }) =>
        Object.entries(overdue).map(([older_than, value]) => ({ labels: { bank, older_than }, value })),
      ),
  )
}

/** What operators have to decide. */
function addOperatorGauges(metrics: Metrics, db: Db): void {
  metrics.gauge(
    { name: 'portal_payouts_in_review', help: 'Payouts that are held until an operator decides' },
    async () => {
      const { rows } = await sql<{ value: number }>`
      select count(*)::int as value from payout where review = 'open'`.execute(db)
      return rows
    },
  )
  metrics.gauge(
    { name: 'portal_payout_decisions_open', help: 'Decisions about payouts that are proposed and not booked' },
    async () => {
      const { rows } = await sql<{ value: number }>`
      select count(*)::int as value from payout_decision d join payout p on p.id = d.payout_id
      where d.closed_as is null and p.status in ('pending', 'processing')`.execute(db)
      return rows
    },
  )
}

async function sumRecentPayouts(db: Db): Promise<Map<string, { count: number; kopecks: number }>> {
  const { rows } = await sql<{ status: string; count: number; kopecks: number }>`
    select status, count(*) as count, sum(amount)::bigint as kopecks from payout
    where status in ('pending', 'processing') or completed_at > now() - interval '1 hour'
    group by status`.execute(db)
  return new Map(rows.map(({ status, ...sums }) => [status, sums]))
}
