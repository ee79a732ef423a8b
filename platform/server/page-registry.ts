import type { PageRegistry } from '@portal/shared/page-protocol'
import { isOfEntryPages, type RemoteRelease, releaseBase } from '../bundler/release.ts'
import type { LiveReleases } from '../releases/live.ts'
import { addressesByPage } from './preloads.ts'

/** What the page knows of the releases. The files of the pages before sign-in are those of another document. */
export function registryFor(live: LiveReleases): PageRegistry {
  const { sequence, shell, remotes } = live
  return {
    sequence,
    shell: shellWith(shell, (file) => !isOfEntryPages(file)),
    remotes: Object.fromEntries(
      remotes.map(({ name, current, previous, flags }) => [
        name,
        {
          current: registered(live, current),
          ...(previous && { previous: registered(live, previous) }),
          ...(flags && { flags }),
        },
      ]),
    ),
  }
}

/** The pages before sign-in run no remote, and the other files of the shell are those of another document. */
export function registryOfEntry({ sequence, shell }: LiveReleases): PageRegistry {
  return { sequence, shell: shellWith(shell, (file) => isOfEntryPages(file) || file === 'telemetry.js'), remotes: {} }
}

function shellWith(shell: LiveReleases['shell'], has: (file: string) => boolean): PageRegistry['shell'] {
  const { version, files } = shell
  const known = files && Object.fromEntries(Object.entries(files).filter(([file]) => has(file)))
  return { version, base: releaseBase(shell), files: known }
}

function registered(live: LiveReleases, release: RemoteRelease) {
  const { version, entry, container, files, manifest } = release
  const pages = addressesByPage(live, release)
  return { version, base: releaseBase(release), entry, container, files, manifest, pages }
}
