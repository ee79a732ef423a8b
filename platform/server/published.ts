import type { Release } from '../bundler/release.ts'
import { type LiveReleases, type LiveRemote, readLive } from '../releases/live.ts'
import type { Registry, ReleasePointer } from '../releases/registry.ts'
import { findDamage, readRegistry, readRelease } from '../releases/releases.ts'
import { rememberServed, requireServable } from '../releases/served.ts'
import { copyReleases, copyServed, readCopiedReleases, servedCopy } from '../releases/served-copy.ts'
import { settleClaims } from '../releases/settle-claims.ts'
import type { ReleaseStore } from '../releases/stores/store.ts'
import { within } from './within.ts'

/** The portal checks for a new registry at this interval. */
const checkIntervalMs = 500
/** A portal that starts waits no longer for the store where it has what it served last. */
const START_LIMIT_MS = 5_000

type Log = Record<'error' | 'info', (fields: object, message: string) => void>

/** `sequence` is the number of the registry, or undefined when no registry can be read. */
type OnProblem = (error: unknown, sequence?: number, what?: string) => void

const rejected = 'A registry is rejected; the last good one stays live'
const unreadable = 'The releases cannot be read; the last good one stays live'
const lostRelease = 'Pages do not get a release, but the one before where there is one'
const lostFiles = 'Files of a release are lost; pages that need them get the previous release'

/**
 * Follows the registry while the portal runs: a release needs no restart. One that cannot be read, is not signed by a
 * key of the portal, has expired, names what is not there or is older than the live one changes nothing.
 * `prepare` gets each new one, and pages get it once that has resolved: until then they get the previous one. While the
 * store cannot be read, a portal starts with what it served last.
 * @throws Error when there is none at the start and no copy of an earlier one,
 * or only one that is older than what was served before
 */
export async function followReleases(
  store: ReleaseStore,
  log: Log,
  prepare: (next: LiveReleases) => Promise<void> = async () => {},
): Promise<{ published: () => LiveReleases; stop: () => void }> {
  /** The problems of the last check and of this one: each is reported when it appears, not twice a second. */
  let lastProblems = new Set<string>()
  let problems = new Set<string>()
  const onProblem: OnProblem = (error, sequence, what = sequence === undefined ? unreadable : rejected) => {
    const problem = `${sequence}: ${error}`
    if (!lastProblems.has(problem)) log.error({ err: error, sequence }, what)
    problems.add(problem)
  }
  const read = publishedReader(store, onProblem)
  let published = await readFirst(store, read, onProblem)
  /** The newest good one, which may still be prepared. */
  let newest = published
  let stopped = false
  const remember = async () => {
    try {
      await rememberServed(store, published.sequence)
      await copyServed(store, published.sequence)
      await copyReleases(store, published.remotes)
    } catch (error) {
      log.error({ err: error }, 'The live registry cannot be stored; a restart could go back to an older one')
    }
  }
  await remember()

  async function check(): Promise<void> {
    lastProblems = problems
    problems = new Set()
    try {
      const next = await read(newest)
      if (next === newest) return
      newest = next
      // The next checks do not wait for it: a release that takes long to prepare may be withdrawn meanwhile.
      void publish(next)
    } catch (error) {
      onProblem(error)
    } finally {
      checkLater()
    }
  }

  async function publish(next: LiveReleases): Promise<void> {
    await prepare(next)
    if (next !== newest || stopped) return
    log.info({ sequence: next.sequence }, 'A new registry is live')
    published = next
    await remember()
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

type Read = (last: LiveReleases | undefined) => Promise<LiveReleases>

/** Reads what is live; what was live here last where that fails or takes long. */
async function readFirst(store: ReleaseStore, read: Read, onProblem: OnProblem): Promise<LiveReleases> {
  const reading = read(undefined)
  const copy = servedCopy(store)
  if (!copy) return reading
  const outcome = await within(
    START_LIMIT_MS,
    reading.catch((error: unknown) => ({ error })),
  )
  if (outcome && !('error' in outcome)) return outcome
  const served = await publishedReader(copy, () => {})(undefined).catch(() => undefined)
  // Without a copy it waits, and fails.
  if (!served) return reading
  onProblem(outcome?.error ?? new Error(`The store does not respond within ${START_LIMIT_MS / 1_000} s`))
  return served
}

/**
 * Returns a function that returns the same object as long as nothing has changed. While releases of the registry are
 * lost it looks for them each time.
 */
function publishedReader(store: ReleaseStore, onProblem: OnProblem): Read {
  /** A release never changes, so it is read once. */
  const cache = new Map<string, Promise<Release>>()

  function release<T extends Release>(name: string, pointer: ReleasePointer): Promise<T> {
    const key = `${name}/${pointer.version}/${pointer.integrity}`
    const found = cache.get(key) ?? readAndDownload<T>(name, pointer)
    cache.set(key, found)
    found.catch(() => cache.delete(key))
    return found as Promise<T>
  }

  /** Downloads the files before the first page that names them. */
  async function readAndDownload<T extends Release>(name: string, pointer: ReleasePointer): Promise<T> {
    const release = await readRelease<T>(store, name, pointer)
    // A download fails unless all files are there.
    const damage = store.download ? undefined : await findDamage(store, name, pointer)
    if (damage) onProblem(new Error(damage), undefined, lostFiles)
    await store.download?.(name, pointer.version)
    return release
  }

  /** Returns the remotes that this machine has served last. */
  async function servedBefore(): Promise<LiveRemote[]> {
    return (await readLive(await readCopiedReleases(store), release)).remotes
  }

  let lastLost = ''
  let lastRegistry: Registry | undefined

  return async (last) => {
    // Most checks find nothing new, so they do not read or verify a registry.
    const [newest] = await store.listRegistries()
    if (last && newest !== undefined && newest <= last.sequence && !lastLost) return last
    const known = store.publicKeys && lastRegistry
    const registry = await readRegistry(store, (sequence, error) => onProblem(error, sequence), known)
    const { sequence, names } = registry
    // Never an older one because the newer was removed.
    if (last && sequence < last.sequence) return last
    try {
      const before = last?.remotes ?? (await servedBefore())
      const read = await readLive(names, release, before)
      const { shell } = read
      if (!shell) throw new Error(read.lost[0]?.text ?? 'No shell is released: `npm run release -- shell`')
      await requireServable(store, registry)
      lastRegistry = registry
      const { remotes, lost } = settleClaims(shell, read.remotes, before)
      const problems = [...read.lost, ...lost].map(({ text }) => text).sort()
      for (const problem of problems) onProblem(new Error(problem), sequence, lostRelease)
      const isSame = sequence === last?.sequence && problems.join() === lastLost
      lastLost = problems.join()
      return isSame ? last : { sequence, shell, remotes }
    } catch (error) {
      if (!last) throw error
      onProblem(error, sequence)
      return last
    }
  }
}
