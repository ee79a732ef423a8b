import type { RemoteRoute } from '@portal/shared/manifest'
import { matchRoutes } from 'react-router-dom'
import type { LiveReleases } from '../releases/live.ts'

export type FoundRoute = RemoteRoute & { remote?: string }

/** The page that an address opens, as the router of the shell will decide; undefined: there is none. */
export function routeOf({ shell, remotes }: LiveReleases, pathname: string): FoundRoute | undefined {
  const routes: FoundRoute[] = [
    ...shell.routes,
    ...remotes.flatMap(({ name, current }) => current.manifest.routes.map((route) => ({ ...route, remote: name }))),
  ]
  return matchRoutes(routes, pathname)?.[0]?.route
}
