import { startTransition, useCallback, useReducer } from 'react'

/**
 * Returns a function that renders what a Suspense below the caller waits for, once it is there. React by itself holds that back until the
 * skeleton has been shown for 300 ms, and holds back no update of a component around the Suspense.
 */
export function useReveal(): () => void {
  const [, update] = useReducer((times: number) => times + 1, 0)
  return useCallback(() => startTransition(update), [])
}
