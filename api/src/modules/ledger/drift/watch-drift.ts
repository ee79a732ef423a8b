import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../db/connect.ts'
import { type Repetition, repeatEvery } from '../../../repeat-every.ts'
import { checkDrift } from './check-drift.ts'

/** Milliseconds. Statistics of PostgreSQL are up to 10 s late, and Prometheus reads each 15 s: together less than a minute. */
const INTERVAL_MS = 15_000
/** Other processes have checked meanwhile; less than the interval, so that one process alone checks each time. */
const MAX_AGE_MS = 10_000

/** Checks the ledger for drift as long as the process runs, and logs what is found, once. */
export function watchDrift({ db, log }: { db: Db; log: FastifyBaseLogger }): Repetition {
  const check = async () => {
    const report = await checkDrift(db, { maxAgeMs: MAX_AGE_MS })
    if (report?.isNew && report.differences.length > 0)
      log.error({ differences: report.differences }, 'the ledger drifts')
    else if (report?.isNew) log.info('the ledger does not drift any more')
  }
  const onFailure = (err: unknown) => log.warn({ err }, 'the ledger is not checked for drift')
  return repeatEvery(INTERVAL_MS, check, onFailure, { immediate: true })
}
