import type { Requirement } from '@portal/shared/manifest'
import { Navigate, useLocation } from '@portal/shared/router'
import { useSession } from '@portal/shared/session/store'
import type { ReactNode } from 'react'
import { loginPath } from '../../session/back-path.ts'
import { ForbiddenBanner } from '../layouts/main/forbidden-banner.tsx'
import { showsNoAccess } from './requirement.ts'
import { useIsAllowed } from './use-portal-context.ts'

/**
 * Redirects anonymous users to the login page, from which they return here. After «Выход» they would not return:
 * the next user of the phone begins at home.
 */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const isSignedIn = useSession(({ user }) => user !== null)
  const hasSignedOut = useSession(({ left }) => left)
  const { pathname, search, hash } = useLocation()

  if (isSignedIn) return children
  const login = hasSignedOut ? '/login' : loginPath(pathname + search + hash)
  return <Navigate to={login} replace />
}

/** Checks the requirement of a page before its code is requested. */
export function Requires({ requirement, children }: { requirement: Requirement | undefined; children: ReactNode }) {
  const isAllowed = useIsAllowed(requirement)

  if (isAllowed) return children
  return showsNoAccess(requirement) ? <ForbiddenBanner /> : <Navigate to="/" replace />
}
