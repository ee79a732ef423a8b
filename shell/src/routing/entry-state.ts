import { useLocation } from '@portal/shared/router'
import { useHydrated } from '@portal/shared/use-hydrated'

/** What the pages before the portal hand to each other with a navigation. Unlike an address, no link from outside can bring it. */
export type EntryState = {
  /** The invitation whose restaurant is added once the person has signed in. */
  joins?: string
  passwordChanged?: boolean
}

export function useEntryState(): EntryState {
  return (useLocation().state ?? {}) as EntryState
}

/** The search part of the address for a link. The HTML, which is the same for every address, has none. */
export function useEntrySearch(): string {
  const { search } = useLocation()
  return useHydrated() ? search : ''
}
