import type { RemoteRoute } from '@portal/shared/manifest'
import { useMatches } from '@portal/shared/router'

/** What a route states about itself; the router sets it and the layouts read it. */
export type RouteHandle = Pick<RemoteRoute, 'title' | 'requires' | 'width'> & {
  parent?: Pick<RemoteRoute, 'path' | 'title'>
  /** Undefined: a page of the shell. */
  page?: { remote: string; path: string }
}

/** The handle of the shown page's route; undefined where the route has none. */
export function useRouteHandle(): RouteHandle | undefined {
  return useMatches().at(-1)?.handle as RouteHandle | undefined
}
