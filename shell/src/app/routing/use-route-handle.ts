import type { RemoteRoute } from '@portal/shared/manifest'
import { useMatches } from '@portal/shared/router'

/** What a route states about itself. The router sets it, and the layouts read it. */
export type RouteHandle = Pick<RemoteRoute, 'title' | 'requires' | 'width'> & {
  parent?: Pick<RemoteRoute, 'path' | 'title'>
  /** Undefined for a page of the shell. */
  page?: { remote: string; path: string }
}

/** Returns the handle of the shown page's route, or undefined if it has no handle. */
export function useRouteHandle(): RouteHandle | undefined {
  return useMatches().at(-1)?.handle as RouteHandle | undefined
}
