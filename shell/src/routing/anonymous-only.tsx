import { Navigate, useSearchParams } from '@portal/shared/router'
import { useSession } from '@portal/shared/session/store'
import type { ReactNode } from 'react'
import { backPath } from './back-path.ts'
import { useEntryState } from './entry-state.ts'

/** Sends a signed-in user on from the login page; this also happens right after signing in. */
export function AnonymousOnly({ children }: { children: ReactNode }) {
  const user = useSession((state) => state.user)
  const [search] = useSearchParams()
  const state = useEntryState()
  return user ? <Navigate to={backPath(search.get('back'))} state={state} replace /> : children
}
