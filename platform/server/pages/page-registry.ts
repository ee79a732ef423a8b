import type { PageRegistry } from '@portal/shared/page-protocol'
import { fileAddress, fileList, isOfEntryPages, isShell, type Release, releaseBase } from '../../bundler/release.ts'
import type { LiveReleases } from '../../releases/live.ts'
import type { FoundRoute } from '../../releases/page-parts.ts'
import { addressesByPage, preloadsFor } from '../releases/page-files.ts'
import { jsonForHtml } from './document.ts'

type RegisteredRemote = PageRegistry['remotes'][string]['current']

/** What a page knows about the files of a release. */
type KnownFiles = Pick<RegisteredRemote, 'files' | 'list'>

/**
 * Returns what the frame knows about the releases. It is stored for use without a network, where it becomes any page.
 */
export const registryFor = remembered((live: LiveReleases) => registryWith(live, filesOfPortal))

const pageRegistries = remembered((_: LiveReleases) => new Map<string | undefined, PageRegistry>())

/** Returns a registry as the text of its element. */
export const registryJson = remembered((registry: PageRegistry) => jsonForHtml(registry))

/** Returns a function that makes one value of each object, since all browsers usually get the same releases. */
function remembered<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>()
  return (key) => {
    const value = known.get(key) ?? make(key)
    known.set(key, value)
    return value
  }
}

/**
 * Returns what a rendered page knows about the releases. Hashes cannot be compressed, and a page loads few files of the
 * remotes. So it has the hashes of the files that it loads, of the entry of each remote, and of the list of each
 * remote, which contains the hashes of all its files.
 */
export function registryOfPage(live: LiveReleases, route: FoundRoute | undefined): PageRegistry {
  const known = pageRegistries(live)
  const registry = known.get(route?.path) ?? createRegistryOfPage(live, route)
  known.set(route?.path, registry)
  return registry
}

function createRegistryOfPage(live: LiveReleases, route: FoundRoute | undefined): PageRegistry {
  const ofPage = new Set(preloadsFor(live, route).map(({ href }) => href))
  return registryWith(live, (release) => {
    const list = release.files?.[fileList]
    // The shell has no list, and releases that are older than the lists have none either.
    if (isShell(release) || !list) return filesOfPortal(release)
    return { ...only(release, (file) => file === release.entry || ofPage.has(fileAddress(release, file))), list }
  })
}

/** The pages before sign-in run no remote. The other files of the shell are loaded by another document. */
export function registryOfEntry({ sequence, shell }: LiveReleases): PageRegistry {
  const known = only(shell, (file) => file === 'telemetry.js' || shell.prerendered?.scripts.includes(file) === true)
  return { sequence, shell: registered(shell, known), remotes: {} }
}

function registryWith(live: LiveReleases, knownFiles: (release: Release) => KnownFiles): PageRegistry {
  const { sequence, shell, remotes } = live
  const remote = (release: (typeof remotes)[number]['current']): RegisteredRemote => {
    const { entry, container, manifest } = release
    return {
      ...registered(release, knownFiles(release)),
      entry,
      container,
      manifest,
      pages: addressesByPage(live, release),
    }
  }
  return {
    sequence,
    shell: registered(shell, knownFiles(shell)),
    remotes: Object.fromEntries(
      remotes.map(({ name, current, previous, flags }) => [
        name,
        {
          current: remote(current),
          ...(previous && { previous: remote(previous) }),
          ...(flags && { flags }),
        },
      ]),
    ),
  }
}

function registered(release: Release, known: KnownFiles): PageRegistry['shell'] {
  return { version: release.version, base: releaseBase(release), ...known }
}

function filesOfPortal(release: Release): KnownFiles {
  return only(release, (file) => file !== fileList && !isOfEntryPages(file))
}

function only({ files }: Release, isWanted: (file: string) => boolean): KnownFiles {
  return { files: files && Object.fromEntries(Object.entries(files).filter(([file]) => isWanted(file))) }
}
