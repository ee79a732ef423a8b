import type { TelemetryEvent } from '@portal/contracts/telemetry'
import type { Db } from '../../db/connect.ts'
import { addCounts, addReporters, type Reporter, type TelemetryCount } from './repository.ts'

/**
 * The most rows with measured values that this process writes in a minute. Other events need only one row for each
 * release and kind, so this limits all rows, whatever pages report.
 */
const MAX_MEASURED_ROWS = 500
/** The most users in one write. Other users are counted at their next event. */
const MAX_REPORTERS = 2_000

/** The vitals that pages measure (shell/src/telemetry/vitals.ts). Other names are not stored. */
const vitals = new Set(['LCP', 'INP', 'CLS', 'TTFB'])

export type Tally = ReturnType<typeof createTally>

/** Counts events, and writes the counts together. A crash loses counts that are not written yet. */
export function createTally(db: Db) {
  let counts = new Map<string, TelemetryCount>()
  let reporters = new Map<string, Reporter>()
  let minute = 0
  const measuredRows = new Set<string>()

  /** Writes the counts. Counts that cannot be written are lost. */
  async function flush(): Promise<void> {
    const [batch, users] = [[...counts.values()], [...reporters.values()]]
    counts = new Map()
    reporters = new Map()
    if (batch.length > 0) await addCounts(db, batch)
    if (users.length > 0) await addReporters(db, users)
  }

  /** Whether this minute has room for another row of measured values. */
  function hasRoom(row: string): boolean {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) measuredRows.clear()
    minute = now
    if (!measuredRows.has(row) && measuredRows.size >= MAX_MEASURED_ROWS) return false
    measuredRows.add(row)
    return true
  }

  return {
    add({ kind, remote, version, name = '', value }: TelemetryEvent): void {
      const isMeasured = kind === 'vital' || kind === 'load_time'
      if (isMeasured && (value === undefined || (kind === 'vital' && !vitals.has(name)))) return
      const count = {
        kind,
        remote,
        version,
        name: kind === 'vital' ? name : '',
        bucket: isMeasured && value !== undefined ? toBucket(value) : 0,
      }
      const key = Object.values(count).join()
      if (isMeasured && !hasRoom(key)) return
      const known = counts.get(key)
      const sum = (known?.sum ?? 0) + (isMeasured && value !== undefined ? value : 0)
      counts.set(key, { ...count, count: (known?.count ?? 0) + 1, sum })
    },
    addReporter(reporter: Reporter): void {
      const key = [reporter.remote, reporter.version, reporter.reporter.toString('hex')].join()
      const known = reporters.get(key)
      if (!known && reporters.size >= MAX_REPORTERS) return
      reporters.set(key, { ...reporter, isFailed: reporter.isFailed || known?.isFailed === true })
    },
    flush,
  }
}

/** Returns the smallest `n` with value ≤ 2^(n/4). Buckets grow by 19 %, and the smallest one is a thousandth. */
function toBucket(value: number): number {
  return Math.max(-40, Math.ceil(Math.log2(value) * 4))
}
