import { startTransition, useCallback, useReducer } from 'react'

/**
 * Returns a function that shows the content of a Suspense below the caller as soon as it has loaded. React by itself
 * waits until the skeleton has been shown for 300 ms, unless a component around the Suspense is updated.
 */
export function useReveal(): () => void {
  const [, update] = useReducer((times: number) => times + 1, 0)
  return useCallback(() => startTransition(update), [])
}
