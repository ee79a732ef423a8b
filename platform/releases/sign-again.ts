import type { Registry } from './registry.ts'
import { changeRegistry } from './releases.ts'
import { isRenewalDue } from './served.ts'
import type { ReleaseStore } from './stores/store.ts'

/** Signs what is live under the next number when half of its time is over, or `always`. Returns the live registry. */
export function signAgain(store: ReleaseStore, { always = false } = {}): Promise<Registry> {
  let signed: number | undefined
  return changeRegistry(
    store,
    'signed again',
    (names) => names,
    (before) => {
      // Where another process was faster, its registry is as new as this one would be.
      const isDue = isRenewalDue(store, before) || (always && signed === undefined)
      signed = before.sequence
      return before.sequence > 0 && isDue
    },
  )
}
