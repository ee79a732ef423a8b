import { useSyncExternalStore } from 'react'

/** The breakpoint of the product: above it the menu is always open. */
const wide = () => matchMedia('(min-width: 768px)')

function subscribe(listener: () => void): () => void {
  const query = wide()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Undefined on the server and during hydration, because the HTML is for every width. */
export function useWideWindow(): boolean | undefined {
  return useSyncExternalStore<boolean | undefined>(
    subscribe,
    () => wide().matches,
    () => undefined,
  )
}
