import type { ReleaseOverview } from '@portal/contracts/release'
import { pageRegistry } from '../registry.ts'
import { type Release, releases } from '../releases.ts'

/** The federation of the shell, which names its global for debugging. Undefined until the first remote is loaded. */
function host() {
  return globalThis.__FEDERATION__?.__INSTANCES__[0]
}

/** A release of a remote in this page. `bytes` is what its files weigh compressed: 0 if the browser does not tell. */
export type ShownRelease = {
  name: string
  version: string
  kind: string
  /** `replaced`: it failed, and another release of the remote runs. */
  state: 'runs' | 'replaced' | 'failed' | 'not-loaded'
  failure: string | undefined
  files: number
  bytes: number
}

/** Lists the releases that this page may run. The overview tells which of them is a canary. */
export function readReleases(overview: ReleaseOverview | undefined): ShownRelease[] {
  return Object.entries(pageRegistry().remotes).flatMap(([name, { current, previous }]) =>
    [current, previous]
      .filter((release) => release !== undefined)
      .map((release) => ({
        name,
        version: release.version,
        kind: release === previous ? 'прежний' : kindOfCurrent(name, release, overview),
        ...readState(release, release === previous ? current : previous),
        ...readSize(release),
      })),
  )
}

function kindOfCurrent(name: string, { version }: Release, overview: ReleaseOverview | undefined): string {
  if (version.startsWith('preview-')) return 'предпросмотр'
  const released = overview?.packages.find((one) => one.name === name)
  if (released?.canary?.version === version) return 'канарейка'
  return !released || released.current.version === version ? 'текущий' : 'выбран для этого браузера'
}

function readState(release: Release, other: Release | undefined): Pick<ShownRelease, 'state' | 'failure'> {
  const failure = releases.failure(release)
  if (failure === undefined) return { state: hasStarted(release) ? 'runs' : 'not-loaded', failure: undefined }
  const isReplaced = other !== undefined && releases.failure(other) === undefined && hasStarted(other)
  return { state: isReplaced ? 'replaced' : 'failed', failure: String(failure) }
}

function hasStarted({ container }: Release): boolean {
  return Boolean(host()?.moduleCache.get(container)?.remoteEntryExports)
}

function readSize({ base }: Release): Pick<ShownRelease, 'files' | 'bytes'> {
  const address = new URL(base, location.origin).href
  const files = performance.getEntriesByType('resource').filter(({ name }) => name.startsWith(address))
  const bytes = files.reduce((sum, file) => sum + (file as PerformanceResourceTiming).encodedBodySize, 0)
  return { files: new Set(files.map(({ name }) => name)).size, bytes }
}

/** A module with one copy in the page. `users` are remotes. */
export type ShownModule = { name: string; version: string; from: string; isLoaded: boolean; users: string[] }

export function readSharedModules(): ShownModule[] {
  const { shell, remotes } = pageRegistry()
  const names = new Map(
    Object.entries(remotes).flatMap(([name, { current, previous }]) =>
      [current, previous].map((release) => [release?.container, name]),
    ),
  )
  return Object.entries(host()?.shareScopeMap.default ?? {}).flatMap(([name, versions]) =>
    Object.entries(versions).map(([version, { from, loaded, useIn = [] }]) => ({
      name,
      // The modules of `shared` have the version of the shell.
      version: name.startsWith('@portal/') ? shell.version : version,
      from,
      isLoaded: Boolean(loaded),
      users: useIn.map((container) => names.get(container) ?? container),
    })),
  )
}
