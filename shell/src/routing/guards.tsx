import type { Requirement } from '@portal/shared/manifest'
import { Navigate, Outlet, useLocation, useSearchParams } from '@portal/shared/router'
import { useSession } from '@portal/shared/session/store'
import type { ReactNode } from 'react'
import { backPath, loginPath } from './back-path.ts'
import { useEntryState } from './entry-state.ts'
import { useMeets } from './use-portal-context.ts'

/** Whoever is not signed in goes to login, and back here afterwards, unless they have just left by themselves. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const user = useSession((state) => state.user)
  const left = useSession((state) => state.left)
  const { pathname, search, hash } = useLocation()
  if (user) return children
  return <Navigate to={left ? '/login' : loginPath(pathname + search + hash)} replace />
}

/** Whoever is signed in has nothing to do on the login page; this is also the way on after signing in. */
export function AnonymousOnly() {
  const user = useSession((state) => state.user)
  const [search] = useSearchParams()
  const state = useEntryState()
  return user ? <Navigate to={backPath(search.get('back'))} state={state} replace /> : <Outlet />
}

/** Goes home before the closed page's code is asked for. */
export function Requires({ requirement, children }: { requirement: Requirement | undefined; children: ReactNode }) {
  return useMeets(requirement) ? children : <Navigate to="/" replace />
}
