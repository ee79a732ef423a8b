import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** Returns false on the server and while its HTML is hydrated: for what only the browser shows. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
