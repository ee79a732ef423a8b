import { useSyncExternalStore } from 'react'

/** The breakpoint of the product: above it the menu is always open. */
const wide = matchMedia('(min-width: 768px)')

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

export function useWideWindow(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches)
}
