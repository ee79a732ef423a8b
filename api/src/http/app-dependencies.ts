import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Db } from '../db/connect.ts'
import type { Settings } from '../settings/settings.ts'
import type { Admission, AdmissionLimits } from './admission/admission.ts'
import type { Metrics } from './metrics.ts'

export type App = FastifyInstance

declare module 'fastify' {
  interface FastifyInstance {
    /** For a portal server that runs the API in its process, and listens instead of it. */
    admission?: Admission
  }
}

/** What every module of the API may use. Domains extend it with what they provide (`MessageDependencies`). */
export type AppDependencies = {
  db: Db
  /** The pool of `db`, for its gauges. */
  pool: pg.Pool
  settings: Settings
  metrics: Metrics
  log: FastifyBaseLogger
  /** Lines of the log that could not be written since the start. */
  droppedLogLines?: () => number
  /** In a test: limits that differ from those of production. */
  admissionLimits?: Partial<AdmissionLimits>
  /** Aborted when the process is about to end. */
  stopping?: AbortSignal | undefined
}
