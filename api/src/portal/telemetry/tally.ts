import type { TelemetryEvent } from '@portal/contracts/telemetry'
import type { Db } from '../../db/connect.ts'
import { addCounts, addReporters, type Reporter, type TelemetryCount } from './repository.ts'

/**
 * The maximum of rows of measured values in a minute of this process. Other events have a row for each release and kind, so
 * this bounds all rows, whatever is reported.
 */
const MAX_MEASURED_ROWS = 500
/** Users in one write: those beyond it are seen with their next event. */
const MAX_REPORTERS = 2_000

/** What pages measure (shell/src/telemetry/vitals.ts); other names are not stored. */
const vitals = new Set(['LCP', 'INP', 'CLS', 'TTFB'])

export type Tally = ReturnType<typeof createTally>

/** Counts events until they are written in one statement, however many pages report. A crash loses what is not written. */
export function createTally(db: Db) {
  let counts = new Map<string, TelemetryCount>()
  let reporters = new Map<string, Reporter>()
  let minute = 0
  const measuredRows = new Set<string>()

  /** Writes what was counted; what cannot be written is lost. */
  async function flush(): Promise<void> {
    const [batch, users] = [[...counts.values()], [...reporters.values()]]
    counts = new Map()
    reporters = new Map()
    if (batch.length > 0) await addCounts(db, batch)
    if (users.length > 0) await addReporters(db, users)
  }

  /** Returns whether this minute still has room for a row of measured values. */
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
        bucket: isMeasured && value !== undefined ? bucketOf(value) : 0,
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

/** The least `n` with value ≤ 2^(n/4): steps of 19 %, from a thousandth to ten minutes. */
function bucketOf(value: number): number {
  return Math.max(-40, Math.ceil(Math.log2(value) * 4))
}
