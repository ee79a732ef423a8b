import type { Requirement } from '@portal/shared/manifest'
import { Navigate, useLocation } from '@portal/shared/router'
import { useSession } from '@portal/shared/session/store'
import type { ReactNode } from 'react'
import { loginPath } from '../../session/back-path.ts'
import { ForbiddenBanner } from '../layouts/main/forbidden-banner.tsx'
import { isRefusedByName } from './requirement.ts'
import { useMeets } from './use-portal-context.ts'

/** Sends a signed-out user to login, and back here afterwards, unless they have just signed out themselves. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const user = useSession((state) => state.user)
  const left = useSession((state) => state.left)
  const { pathname, search, hash } = useLocation()
  if (user) return children
  return <Navigate to={left ? '/login' : loginPath(pathname + search + hash)} replace />
}

/** Redirects home or shows «no access» before the code of a closed page is requested. */
export function Requires({ requirement, children }: { requirement: Requirement | undefined; children: ReactNode }) {
  if (useMeets(requirement)) return children
  return isRefusedByName(requirement) ? <ForbiddenBanner /> : <Navigate to="/" replace />
}
