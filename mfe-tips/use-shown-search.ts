import { useDeferredValue } from 'react'

/**
 * Returns the search string of the list to show: the previous one while the list for a new filter loads. It takes a
 * string and not a filter, because React compares by identity, and a filter is a new object in each render.
 */
export function useShownSearch(search: string): { shownSearch: URLSearchParams; isNewListLoading: boolean } {
  const shown = useDeferredValue(search)
  return { shownSearch: new URLSearchParams(shown), isNewListLoading: shown !== search }
}
