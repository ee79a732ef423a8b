import { useLocation } from '@portal/shared/router'
import { useHydrated } from '@portal/shared/use-hydrated'

/** State that the pages before sign-in pass to each other with a navigation. A link from outside cannot set it. */
export type EntryState = {
  /** The invitation whose restaurant is added once the person has signed in. */
  joins?: string
  passwordChanged?: boolean
}

export function useEntryState(): EntryState {
  return (useLocation().state ?? {}) as EntryState
}

/** The query of the address, for a link. It is empty in the HTML, which is the same for every address. */
export function useEntrySearch(): string {
  const { search } = useLocation()
  return useHydrated() ? search : ''
}
