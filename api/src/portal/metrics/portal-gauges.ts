import { monitorEventLoopDelay } from 'node:perf_hooks'
import { countStandbys } from '../../db/standbys.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { refusedConnections } from '../../http/http-server.ts'
import type { Metrics } from '../../http/metrics.ts'
import { readArchiveAge } from './archive-age.ts'

const RESOLUTION_MS = 20

/** Registers the gauges of this process and of its database. */
export function registerPortalGauges(
  metrics: Metrics,
  { db, pool, droppedLogLines = () => 0 }: Pick<AppDependencies, 'db' | 'pool' | 'droppedLogLines'>,
): void {
  // This one is read first, because other gauges use connections themselves.
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

  const servers =
    'Servers of the database by role: whether a primary responds, and in a cluster how many standbys follow it'
  metrics.gauge({ name: 'portal_database_servers', help: servers, labels: ['role'] }, async () => {
    const standbys = await countStandbys(db).catch(() => null)
    if (standbys === null) return [{ labels: { role: 'primary' }, value: 0 }]
    const primary = { labels: { role: 'primary' }, value: 1 }
    return standbys === undefined ? [primary] : [primary, { labels: { role: 'standby' }, value: standbys }]
  })

  const archive = 'How long changes have waited to be archived; none where the database archives nothing'
  metrics.gauge({ name: 'portal_database_archive_age_seconds', help: archive }, async () => {
    const value = await readArchiveAge(db)
    return value === undefined ? [] : [{ value }]
  })

  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  loop.enable()
  metrics.gauge({ name: 'portal_event_loop_lag_seconds', help: 'The 99th percentile since the last scrape' }, () => {
    // The histogram has the time between two samples, which is `RESOLUTION_MS` if nothing is late.
    const late = Math.max(0, Math.round(loop.percentile(99) / 1e6) - RESOLUTION_MS)
    loop.reset()
    return [{ value: late / 1000 }]
  })
  metrics.gauge(
    {
      name: 'portal_connections_refused',
      help: 'Connections since the start that were closed since the process had its maximum',
    },
    () => [{ value: refusedConnections.count }],
  )
  metrics.gauge(
    { name: 'portal_log_lines_dropped', help: 'Lines of the log since the start that could not be written' },
    () => [{ value: droppedLogLines() }],
  )
}
