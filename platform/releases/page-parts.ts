import type { RemoteRoute } from '@portal/shared/manifest'
import type { FillerName } from '@portal/shared/rendering-protocol'
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
  return (route?.slots ?? []).flatMap((slot) =>
    remotes
      .filter(({ current }) => current.manifest.fills?.includes(slot))
      .map(({ current }) => ({ slot, release: current })),
  )
}

/** Names fillers to the shell, whose older versions know only one for each slot. */
export function namedFillers(fillers: readonly FillerName[]) {
  return { fillers, slots: [...new Set(fillers.map(({ slot }) => slot))] }
}

export function toFillerName({ slot, release }: Filler): FillerName {
  return { slot, remote: release.name }
}
