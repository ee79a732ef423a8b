import { useSearchParams } from '@portal/shared/router'
import { useSession } from '@portal/shared/session/store'
import type { ReactNode } from 'react'
import { backPath } from '../../session/back-path.ts'
import { ContinueTo } from './continue-to.tsx'
import { useEntryState } from './entry-state.ts'

/** For the login page: redirects a signed-in user to the page they came from, also right after they sign in here. */
export function AnonymousOnly({ children }: { children: ReactNode }) {
  const user = useSession((state) => state.user)
  const [search] = useSearchParams()
  const state = useEntryState()
  return user ? <ContinueTo to={backPath(search.get('back'))} state={state} /> : children
}
