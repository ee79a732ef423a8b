import { useSyncExternalStore } from 'react'
import { hasPasskeys } from './prompt.ts'

const subscribe = () => () => {}

/** Returns whether this browser has passkeys; true on the server and while its HTML is hydrated, as nearly every browser has them. */
export function useHasPasskeys(): boolean {
  return useSyncExternalStore(subscribe, hasPasskeys, () => true)
}
