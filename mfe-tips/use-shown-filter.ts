import { useDeferredValue } from 'react'

/**
 * Returns the parameters of the list to show: the previous ones while the list for a new filter loads. It takes the
 * filter as text, because React compares by identity, and a filter is a new object in each render.
 */
export function useShownFilter(text: string): { shownParams: URLSearchParams; isNewListLoading: boolean } {
  const shown = useDeferredValue(text)
  return { shownParams: new URLSearchParams(shown), isNewListLoading: shown !== text }
}
