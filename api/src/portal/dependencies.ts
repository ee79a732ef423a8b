import type { PayoutDependencies } from '../payouts/dependencies.ts'
import type { Tally } from './telemetry/tally.ts'

/** What the whole API is built from. A test passes its own database, rows of another time and sandbox. */
export type PortalDependencies = PayoutDependencies & {
  /** What pages have reported and is not written yet. */
  tally: Tally
}
