import type { MessageDependencies } from '../messages/dependencies.ts'
import type { Banks } from './bank/configured-banks.ts'
import type { SbpDirectory } from './payout-methods/sbp-directory.ts'

export type PayoutDependencies = MessageDependencies & {
  banks: Banks
  sbp: SbpDirectory
  /** Wakes the payout worker after a payout is committed. Without it the worker finds the row a little later. */
  wakePayoutWorker: () => void
}
