import { useCallback, useSyncExternalStore } from 'react'

/**
 * Returns whether the window is at least this wide. Undefined on the server and during hydration: the HTML is for every
 * width.
 */
export function useMinWidth(pixels: number): boolean | undefined {
  const query = `(min-width: ${pixels}px)`
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore<boolean | undefined>(
    subscribe,
    () => matchMedia(query).matches,
    () => undefined,
  )
}
