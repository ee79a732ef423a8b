import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Db } from '../db/connect.ts'
import type { LiveHub } from '../messages/live/hub.ts'
import type { SbpDirectory } from '../payouts/payout-bindings/sbp-directory.ts'
import type { Banks } from '../payouts/bank/configured-banks.ts'
import type { Sms } from '../messages/sms/sms.ts'
import type { Tally } from '../portal/telemetry/tally.ts'
import type { Settings } from '../settings/settings.ts'
import type { Admission, AdmissionLimits } from './admission/admission.ts'
import type { Metrics } from './metrics.ts'

export type App = FastifyInstance

declare module 'fastify' {
  interface FastifyInstance {
    /** For the portal server, which has the API in its process and listens in its place. */
    admission?: Admission
  }
}

/** What the API is built from; a test passes its own database, clocked rows and sandbox. */
export type AppDependencies = {
  db: Db
  /** The pool of the same database, for its gauges. */
  pool: pg.Pool
  settings: Settings
  sms: Sms
  banks: Banks
  sbp: SbpDirectory
  /** The event streams of pages. */
  hub: LiveHub
  /** What pages have reported and is not written yet. */
  tally: Tally
  metrics: Metrics
  /**
   * Wakes the payout worker after a payout is committed; without it the worker finds the row by itself a little later.
   */
  wakePayoutWorker: () => void
  log: FastifyBaseLogger
  /** Lines of the log that could not be written since the start. */
  droppedLogLines?: () => number
  /** The limits of a test where they differ from those of production. */
  admissionLimits?: Partial<AdmissionLimits>
  /** In a test: the maximum of event streams that are open at once. */
  maxStreams?: number
  /** Aborted when the process is about to end. */
  stopping?: AbortSignal | undefined
}
