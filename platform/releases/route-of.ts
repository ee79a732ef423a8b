import type { RemoteRoute } from '@portal/shared/manifest'
import { matchRoutes } from 'react-router-dom'
import type { LiveReleases } from './live.ts'

export type FoundRoute = RemoteRoute & { remote?: string }

/** Returns the route that the shell's router will find for an address; undefined when there is none. */
export function routeOf({ shell, remotes }: LiveReleases, pathname: string): FoundRoute | undefined {
  const routes: FoundRoute[] = [
    ...shell.routes,
    ...remotes.flatMap(({ name, current }) => current.manifest.routes.map((route) => ({ ...route, remote: name }))),
  ]
  return matchRoutes(routes, pathname)?.[0]?.route
}
