import type { TelemetryEvent } from '@portal/shared/contracts/telemetry'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/connect.ts'
import { addCounts, type TelemetryCount } from './repository.ts'

/** Milliseconds between two writes. */
const pause = 1_000
/** Kinds of events in one write; honest pages have a dozen. */
const most = 2_000

/** Counts events and writes them once a second, in one statement, however many pages report. A crash loses a second of them. */
export function createTally(db: Db, log: FastifyBaseLogger) {
  let counts = new Map<string, TelemetryCount>()
  let written = Promise.resolve()
  const timer = setInterval(flush, pause).unref()

  /** What was counted is in the database afterwards, or is lost and the log says so. */
  function flush(): Promise<void> {
    if (counts.size === 0) return written
    const batch = [...counts.values()]
    counts = new Map()
    written = written
      .then(() => addCounts(db, batch))
      .catch((err: unknown) => log.warn({ err }, 'telemetry is not stored'))
    return written
  }

  return {
    add({ kind, remote, version, name, value }: TelemetryEvent): void {
      const measured = value !== undefined && (kind === 'vital' || kind === 'load_time')
      const count = {
        kind,
        remote,
        version,
        name: kind === 'vital' ? (name ?? '') : '',
        bucket: measured ? bucketOf(value) : 0,
      }
      const key = Object.values(count).join()
      const known = counts.get(key)
      if (!known && counts.size >= most) return
      counts.set(key, { ...count, count: (known?.count ?? 0) + 1, sum: (known?.sum ?? 0) + (measured ? value : 0) })
    },
    flush,
    async stop(): Promise<void> {
      clearInterval(timer)
      await flush()
    },
  }
}

/** The least `n` with value ≤ 2^(n/4): steps of 19 %, from a thousandth to ten minutes. */
function bucketOf(value: number): number {
  return Math.max(-40, Math.ceil(Math.log2(value) * 4))
}
