import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { archiveAge } from '../../backup/archive-age.ts'
import type { Db } from '../../db/connect.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { connectionCounts } from '../../http/connections/counts.ts'
import type { Metrics } from '../../http/metrics.ts'
import { checkLedger } from '../ledger/check-ledger.ts'
import { unfinishedPayouts } from '../payouts/delivery/overdue.ts'

/** Milliseconds. */
const LEDGER_INTERVAL_MS = 60 * 60 * 1000
const RESOLUTION_MS = 20

/** Registers the gauges of the portal's internals, which are read at each scrape. */
export function portalGauges(
  metrics: Metrics,
  {
    db,
    pool,
    watch,
    log,
    droppedLogLines = () => 0,
  }: Pick<AppDependencies, 'db' | 'pool' | 'watch' | 'log' | 'droppedLogLines'>,
): void {
  // First, since the other gauges use connections themselves.
  metrics.gauge(
    {
      name: 'portal_database_connections',
      help: 'Connections of this process; waiting: requests without one',
      labels: ['state'],
    },
    () => [
      { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
      { labels: { state: 'waiting' }, value: pool.waitingCount },
    ],
  )

  const servers = 'Servers of the database by role, as this process sees them; none where it knows one server alone'
  metrics.gauge({ name: 'portal_database_servers', help: servers, labels: ['role'] }, () =>
    Object.entries(watch?.count() ?? {}).map(([role, value]) => ({ labels: { role }, value })),
  )

  const archive = 'How long changes have waited to be archived; none where the database archives nothing'
  metrics.gauge({ name: 'portal_database_archive_age_seconds', help: archive }, async () => {
    const value = await archiveAge(db)
    return value === undefined ? [] : [{ value }]
  })

  const statuses = ['pending', 'processing', 'succeeded', 'canceled']
  metrics.gauge(
    {
      name: 'portal_payouts',
      help: 'Payouts that are under way, or ended within the last hour, by status',
      labels: ['status'],
    },
    async () => {
      const found = await recentPayouts(db)
      return statuses.map((status) => ({ labels: { status }, value: found.get(status)?.count ?? 0 }))
    },
  )
  metrics.gauge(
    { name: 'portal_payouts_rubles', help: 'What they take from their payers, fee included', labels: ['status'] },
    async () => {
      const found = await recentPayouts(db)
      return statuses.map((status) => ({ labels: { status }, value: (found.get(status)?.kopecks ?? 0) / 100 }))
    },
  )

  metrics.gauge(
    { name: 'portal_payout_lag_seconds', help: 'How long the payout has waited that a worker should take next' },
    async () => {
      const { rows } = await sql<{ value: number }>`
      select coalesce(extract(epoch from clock_timestamp() - min(next_attempt_at)), 0)::float8 as value from payout
      where status in ('pending', 'processing') and next_attempt_at <= clock_timestamp()`.execute(db)
      return rows
    },
  )

  metrics.gauge(
    { name: 'portal_payout_oldest_seconds', help: 'Age of the oldest unfinished payout, by bank', labels: ['bank'] },
    async () => (await unfinishedPayouts(db)).map(({ bank, oldest }) => ({ labels: { bank }, value: oldest })),
  )
  metrics.gauge(
    {
      name: 'portal_payouts_overdue',
      help: 'Unfinished payouts that are older, by bank',
      labels: ['bank', 'older_than'],
    },
    async () =>
      (await unfinishedPayouts(db)).flatMap(({ bank, overdue }) =>
        Object.entries(overdue).map(([older_than, value]) => ({ labels: { bank, older_than }, value })),
      ),
  )

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

  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  loop.enable()
  metrics.gauge({ name: 'portal_event_loop_lag_seconds', help: 'The 99th percentile since the last scrape' }, () => {
    // It measures the time between two samples, which is `RESOLUTION_MS` when nothing is late.
    const late = Math.max(0, Math.round(loop.percentile(99) / 1e6) - RESOLUTION_MS)
    loop.reset()
    return [{ value: late / 1000 }]
  })
  metrics.gauge(
    { name: 'portal_connections_refused', help: 'New connections since the start for which there was no place' },
    () => [{ value: connectionCounts.rejected }],
  )
  metrics.gauge(
    { name: 'portal_connections_closed', help: 'Connections since the start that gave up their place to new ones' },
    () => [{ value: connectionCounts.closed }],
  )
  metrics.gauge(
    { name: 'portal_log_lines_dropped', help: 'Lines of the log since the start that could not be written' },
    () => [{ value: droppedLogLines() }],
  )

  // The check reads the whole ledger: an hour old is new enough, and no scrape waits for it.
  let checked: { at: number; found: number } | undefined
  let checking = false
  function check(): void {
    if (checking || (checked && Date.now() - checked.at < LEDGER_INTERVAL_MS)) return
    checking = true
    checkLedger(db)
      .then(({ checks }) => {
        checked = { at: Date.now(), found: checks.reduce((found, { differences }) => found + differences, 0) }
      })
      .catch((err: unknown) => log.warn({ err }, 'the ledger is not checked'))
      .finally(() => {
        checking = false
      })
  }
  metrics.gauge(
    { name: 'portal_ledger_discrepancies', help: 'Differences in the ledger, as `ledger check` lists them; must be 0' },
    () => {
      check()
      return checked ? [{ value: checked.found }] : []
    },
  )
  metrics.gauge({ name: 'portal_ledger_checked_timestamp_seconds', help: 'When that was looked at last' }, () => [
    // An alert about a missing check needs a value before the first one: a series that is absent is never too old.
    { value: checked ? Math.round(checked.at / 1000) : 0 },
  ])
}

async function recentPayouts(db: Db): Promise<Map<string, { count: number; kopecks: number }>> {
  const { rows } = await sql<{ status: string; count: number; kopecks: number }>`
    select status, count(*) as count, sum(amount)::bigint as kopecks from payout
    where status in ('pending', 'processing') or completed_at > now() - interval '1 hour'
    group by status`.execute(db)
  return new Map(rows.map(({ status, ...sums }) => [status, sums]))
}
