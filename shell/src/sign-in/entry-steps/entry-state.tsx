import { Navigate, useLocation, useSearchParams } from '@portal/shared/router'
import { useSession } from '@portal/shared/session/store'
import { Spinner } from '@portal/shared/ui/spinner'
import { useHydrated } from '@portal/shared/use-hydrated'
import type { ReactNode } from 'react'
import { backPath } from '../../session/back-path.ts'

/** State that the pages before sign-in pass to each other with a navigation. A link from outside cannot set it. */
export type EntryState = {
  /** The invitation whose restaurant is added once the user has signed in. */
  joins?: string
  isPasswordChanged?: boolean
}

export function useEntryState(): EntryState {
  return (useLocation().state ?? {}) as EntryState
}

/** The query of the address, for a link. It is empty in the HTML, which is the same for every address. */
export function useEntrySearch(): string {
  const { search } = useLocation()
  return useHydrated() ? search : ''
}

/** For the login page: redirects a signed-in user to the page they came from, also right after they sign in here. */
export function AnonymousOnly({ children }: { children: ReactNode }) {
  const user = useSession((state) => state.user)
  const [search] = useSearchParams()
  const state = useEntryState()
  return user ? <ContinueTo to={backPath(search.get('back'))} state={state} /> : children
}

/** Leaves a page before sign-in. The spinner stays until the next page is shown, which may be another document. */
export function ContinueTo({ to, state }: { to: string; state?: unknown }) {
  return (
    <>
      <Spinner label="Открываем страницу" />
      <Navigate to={to} state={state} replace />
    </>
  )
}
