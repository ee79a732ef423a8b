import { useSyncExternalStore } from 'react'

/** The width from which the details are beside the list, as the grid of operations-page.module.css does. */
const wide = matchMedia('(min-width: 1100px)')

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** Whether the window has room for the details beside the list; else they open in a sheet. */
export function useSide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches)
}
