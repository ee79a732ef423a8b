import type { RemoteRoute } from '@portal/shared/manifest'
import type { RemoteRelease } from '../bundler/release.ts'
import type { LiveReleases } from './live.ts'

export type Filler = { slot: string; release: RemoteRelease }

/** Returns what fills the slots of a page; those that no live release fills show the page's own fallbacks. */
export function fillersOf(
  { remotes }: Pick<LiveReleases, 'remotes'>,
  route: Pick<RemoteRoute, 'slots'> | undefined,
): Filler[] {
  return (route?.slots ?? []).flatMap((slot) => {
    const filler = remotes.find(({ current }) => current.manifest.fills?.includes(slot))
    return filler ? { slot, release: filler.current } : []
  })
}
