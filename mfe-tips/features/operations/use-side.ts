import { useSyncExternalStore } from 'react'

/** The width from which the details are beside the list, as the grid of operations-page.module.css does. */
const wide = () => matchMedia('(min-width: 1100px)')

function subscribe(listener: () => void): () => void {
  const query = wide()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/**
 * Whether the window has room for the details beside the list; else they open in a sheet. Undefined: on the server and while
 * its HTML is hydrated, which is for every width.
 */
export function useSide(): boolean | undefined {
  return useSyncExternalStore<boolean | undefined>(
    subscribe,
    () => wide().matches,
    () => undefined,
  )
}
