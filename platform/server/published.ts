import type { Release } from '../bundler/release.ts'
import { type LiveReleases, readLive } from '../releases/live.ts'
import type { ReleasePointer } from '../releases/registry.ts'
import { readRegistry, readRelease } from '../releases/releases.ts'
import type { ReleaseStore } from '../releases/stores/store.ts'

/** A new registry is served after this time. */
const checkIntervalMs = 500

type Log = Record<'error' | 'info', (fields: object, message: string) => void>

/** `sequence`: of the registry that is refused; absent where nothing can be read at all. */
type Refuse = (error: unknown, sequence?: number) => void

/**
 * Follows the registry while the portal runs: a release needs no restart. One that cannot be read, is not signed by the
 * portal's key, names what is not there or is older than the live one changes nothing.
 * @throws Error when there is none to begin with
 */
export async function followReleases(
  store: ReleaseStore,
  log: Log,
): Promise<{ published: () => LiveReleases; stop: () => void }> {
  /** The problems of the last check and of this one: each is reported when it appears, not twice a second. */
  let told = new Set<string>()
  let met = new Set<string>()
  const refuse: Refuse = (error, sequence) => {
    const problem = `${sequence}: ${error}`
    const what = sequence === undefined ? 'The releases cannot be read' : 'A registry is refused'
    if (!told.has(problem)) log.error({ err: error, sequence }, `${what}; the last good one stays live`)
    met.add(problem)
  }
  const read = publishedReader(store, refuse)
  let published = await read(undefined)
  let stopped = false

  async function check(): Promise<void> {
    told = met
    met = new Set()
    try {
      const next = await read(published)
      if (next !== published) log.info({ sequence: next.sequence }, 'A new registry is live')
      published = next
    } catch (error) {
      refuse(error)
    }
    checkLater()
  }

  function checkLater(): void {
    if (!stopped) setTimeout(check, checkIntervalMs).unref()
  }

  checkLater()
  return {
    published: () => published,
    stop: () => {
      stopped = true
    },
  }
}

/** Gives the same object back as long as nothing has changed. */
function publishedReader(store: ReleaseStore, refuse: Refuse) {
  /** A release never changes, so it is read once. */
  const known = new Map<string, Promise<Release>>()

  function release<T extends Release>(name: string, pointer: ReleasePointer): Promise<T> {
    const key = `${name}/${pointer.version}/${pointer.integrity}`
    const found = known.get(key) ?? readAndDownload<T>(name, pointer)
    known.set(key, found)
    found.catch(() => known.delete(key))
    return found as Promise<T>
  }

  /** Its files are here before the first page that names them. */
  async function readAndDownload<T extends Release>(name: string, pointer: ReleasePointer): Promise<T> {
    const release = await readRelease<T>(store, name, pointer)
    await store.download?.(name, pointer.version)
    return release
  }

  return async (last: LiveReleases | undefined): Promise<LiveReleases> => {
    // Twice a second nothing is new: then no registry is read and verified.
    const [newest] = await store.listRegistries()
    if (last && newest !== undefined && newest <= last.sequence) return last
    const { sequence, names } = await readRegistry(store, (sequence, error) => refuse(error, sequence))
    // Neither the same again, nor an older one because the newer was taken away.
    if (last && sequence <= last.sequence) return last
    try {
      const { shell, remotes } = await readLive(names, release)
      if (!shell) throw new Error('No shell is released: `npm run release -- shell`')
      return { sequence, shell, remotes }
    } catch (error) {
      if (!last) throw error
      refuse(error, sequence)
      return last
    }
  }
}

/** What a browser gets of each remote. `bucket`: 0–99, the same for a browser as long as it keeps its cookies. */
export function forBrowser({ remotes, ...published }: LiveReleases, bucket: number): LiveReleases {
  return {
    ...published,
    remotes: remotes.map(({ name, current, previous, canary }) =>
      canary && bucket < canary.percent
        ? { name, current: canary.release, previous: current }
        : { name, current, previous },
    ),
  }
}
