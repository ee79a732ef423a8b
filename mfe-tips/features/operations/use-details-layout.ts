import { useSyncExternalStore } from 'react'

/** Beside the list, or in a sheet above it. `unknown` on the server and during hydration: their HTML is for every width. */
export type DetailsLayout = 'side' | 'sheet' | 'unknown'

/** The width from which the details are beside the list, as in operations-page.module.css. */
const wideWindow = () => matchMedia('(min-width: 1100px)')

export function useDetailsLayout(): DetailsLayout {
  return useSyncExternalStore<DetailsLayout>(
    subscribe,
    () => (wideWindow().matches ? 'side' : 'sheet'),
    () => 'unknown',
  )
}

function subscribe(listener: () => void): () => void {
  const query = wideWindow()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
