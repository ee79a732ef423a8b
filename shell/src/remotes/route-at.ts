import type { RemoteRoute } from '@portal/shared/manifest'
import { matchRoutes } from '@portal/shared/router'
import { pageRegistry } from './registry.ts'

/** Returns the page of a remote at an address like `/billing`, or undefined. */
export function remoteRouteAt(pathname: string): (RemoteRoute & { remote: string }) | undefined {
  const routes = Object.entries(pageRegistry().remotes).flatMap(([remote, { current }]) =>
    current.manifest.routes.map((route) => ({ ...route, remote })),
  )
  return matchRoutes(routes, pathname)?.[0]?.route
}
