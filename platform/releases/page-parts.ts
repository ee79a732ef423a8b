import type { RemoteRoute } from '@portal/shared/manifest'
import { matchRoutes } from 'react-router-dom'
import type { RemoteRelease } from '../bundler/release.ts'
import type { LiveReleases } from './live.ts'

export type FoundRoute = RemoteRoute & { remote?: string }

/** Returns the route that the shell's router will find for an address, or undefined when there is none. */
export function findRoute({ shell, remotes }: LiveReleases, pathname: string): FoundRoute | undefined {
  const routes: FoundRoute[] = [
    ...shell.routes,
    ...remotes.flatMap(({ name, current }) => current.manifest.routes.map((route) => ({ ...route, remote: name }))),
  ]
  // Matching compiles the patterns of all routes.
  return routes.find(({ path }) => path === pathname) ?? matchRoutes(routes, pathname)?.[0]?.route
}

export type Filler = { slot: string; release: RemoteRelease }

/** Returns what fills the slots of a page; those that no live release fills show the page's own fallbacks. */
export function findFillers(
  { remotes }: Pick<LiveReleases, 'remotes'>,
  route: Pick<RemoteRoute, 'slots'> | undefined,
): Filler[] {
  return (route?.slots ?? []).flatMap((slot) => {
    const filler = remotes.find(({ current }) => current.manifest.fills?.includes(slot))
    return filler ? { slot, release: filler.current } : []
  })
}
