import { useSyncExternalStore } from 'react'

/** The width from which the details are beside the list, as the grid of operations-page.module.css does. */
const wide = () => matchMedia('(min-width: 1100px)')

function subscribe(listener: () => void): () => void {
  const query = wide()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/**
 * Returns whether the details fit beside the list; otherwise they open in a sheet. Undefined on the server and during
 * hydration, because the HTML is for every width.
 */
export function useSide(): boolean | undefined {
  return useSyncExternalStore<boolean | undefined>(
    subscribe,
    () => wide().matches,
    () => undefined,
  )
}
