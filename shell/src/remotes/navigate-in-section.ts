import { useLocation, useNavigate } from '@portal/shared/router'
import { useCallback } from 'react'
import { remoteRouteAt } from './route-at.ts'

/**
 * Is provided to remotes as `useNavigate`: what it returns does nothing once the user has left the section. A cleanup or a timer of a
 * section that navigates would bring the user back to it.
 */
export function useNavigateInSection(): ReturnType<typeof useNavigate> {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return useCallback(
    (...args: unknown[]) => {
      if (remoteAt(location.pathname) === remoteAt(pathname)) return navigate(...(args as [number]))
    },
    [navigate, pathname],
  )
}

const remoteAt = (pathname: string) => remoteRouteAt(pathname)?.remote
