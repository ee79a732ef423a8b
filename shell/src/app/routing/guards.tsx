import type { Requirement } from '@portal/shared/manifest'
import { Navigate, useLocation } from '@portal/shared/router'
import { useSession } from '@portal/shared/session/store'
import { lazy, type ReactNode, Suspense } from 'react'
import { loginPath } from '../../session/back-path.ts'
import { isRefusalShown } from './requirement.ts'
import { useIsAllowed } from './use-user-facts.ts'

const Refusal = lazy(() => import('./refusal.tsx'))

/** Redirects anonymous users to the login page. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const isSignedIn = useSession(({ user }) => user !== null)
  const hasSignedOut = useSession((session) => session.hasSignedOut)
  const { pathname, search, hash } = useLocation()

  if (isSignedIn) return children
  // The next user to sign in after «Выход» may be somebody else, and must not return to the page of this one.
  if (hasSignedOut) return <Navigate to="/login" replace />
  return <Navigate to={loginPath(pathname + search + hash)} replace />
}

/** Checks the requirement of a page before its code is requested. */
export function Requires({ requirement, children }: { requirement: Requirement | undefined; children: ReactNode }) {
  if (useIsAllowed(requirement)) return children
  if (isRefusalShown(requirement))
    return (
      <Suspense>
        <Refusal requirement={requirement} />
      </Suspense>
    )
  return <Navigate to="/" replace />
}
