import type { PayoutDependencies } from '../payouts/dependencies.ts'
import type { Tally } from './telemetry/tally.ts'

/** What the whole API is built from. */
export type PortalDependencies = PayoutDependencies & {
  /** Reports of pages that are not written to the database yet. */
  tally: Tally
}
