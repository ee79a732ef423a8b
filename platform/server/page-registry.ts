import type { PageRegistry } from '@portal/shared/page-protocol'
import { isOfEntryPages, type RemoteRelease, releaseBase } from '../bundler/release.ts'
import type { LiveReleases } from '../releases/live.ts'
import { addressesByPage } from './preloads.ts'

/** What the page knows of the releases. */
export function registryFor(live: LiveReleases): PageRegistry {
  const { sequence, shell, remotes } = live
  return {
    sequence,
    shell: { version: shell.version, base: releaseBase(shell), files: shell.files },
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
  const files = Object.entries(shell.files ?? {}).filter(([file]) => isOfEntryPages(file) || file === 'telemetry.js')
  return {
    sequence,
    shell: { version: shell.version, base: releaseBase(shell), files: Object.fromEntries(files) },
    remotes: {},
  }
}

function registered(live: LiveReleases, release: RemoteRelease) {
  const { version, entry, container, files, manifest } = release
  const pages = addressesByPage(live, release)
  return { version, base: releaseBase(release), entry, container, files, manifest, pages }
}
