import { useSyncExternalStore } from 'react'
import { hasPasskeys } from './prompt.ts'

const subscribe = () => () => {}

/**
 * Whether this browser has passkeys. On the server and during hydration it is true, since nearly every browser has
 * them.
 */
export function useHasPasskeys(): boolean {
  return useSyncExternalStore(subscribe, hasPasskeys, () => true)
}
