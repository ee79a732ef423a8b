import type { FastifyInstance } from 'fastify'
import type { Release } from '../../bundler/release.ts'
import { type LiveReleases, type LiveRemote, readLive } from '../../releases/live.ts'
import type { Registry, ReleasePointer } from '../../releases/registry.ts'
import { findDamage, readRegistry, readRelease } from '../../releases/releases.ts'
import { rememberServed, requireServable } from '../../releases/served.ts'
import { copyReleases, copyServed, createServedCopy, readCopiedReleases } from '../../releases/served-copy.ts'
import { settleClaims } from '../../releases/settle-claims.ts'
import type { ReleaseStore } from '../../releases/stores/store.ts'
import type { Renderer } from '../../rendering/renderer.ts'
import { within } from '../http/within.ts'

/** The portal checks for a new registry at this interval. */
const CHECK_INTERVAL_MS = 500
/** A portal that starts with a copy of what it served last waits no longer for the store. */
const START_LIMIT_MS = 5_000

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the live releases: the portal server's pages, files and calls read them for each request. */
    published: () => LiveReleases
  }
}

/** Gives the server the live releases of a store. A renderer prepares each set of releases before it is live. */
export async function publishReleases(
  app: FastifyInstance,
  store: ReleaseStore,
  renderer: Pick<Renderer, 'prepare'> | undefined,
): Promise<void> {
  const { published, stop } = await startLiveReleases(store, app.log, async (next) => renderer?.prepare(next))
  app.addHook('onClose', async () => stop())
  await renderer?.prepare(published())
  app.decorate('published', published)
}

type Log = Record<'error' | 'info', (fields: object, message: string) => void>

/** `sequence` is the number of the registry, or undefined when no registry can be read. */
type OnProblem = (error: unknown, sequence?: number, what?: string) => void

const REJECTED = 'A registry is rejected; the last good one stays live'
const UNREADABLE = 'The releases cannot be read; the last good one stays live'
const LOST_RELEASE = 'A release cannot be served; pages get the previous one, if there is one'
const LOST_FILES = 'Files of a release are lost; pages that need them get the previous release'

type Prepare = (next: LiveReleases) => Promise<void>

/**
 * Starts to follow the registry of a store, so that a release needs no restart. A registry that is invalid, older
 * than the live one, not signed by a key of the portal, or that names a missing release changes nothing.
 * `prepare` gets each new set of releases. Pages get the set when it is prepared, and the previous one until then.
 * While the store cannot be read, a portal starts with the copy of what it served last.
 * @throws Error when the first registry cannot be read and there is no copy of an earlier one, or only one that is
 * older than what was served before
 */
export async function startLiveReleases(
  store: ReleaseStore,
  log: Log,
  prepare: Prepare = async () => {},
): Promise<{ published: () => LiveReleases; stop: () => void }> {
  const problems = new ProblemLog(log)
  const reader = new LiveReader(store, problems.report)
  const first = await readFirst(store, reader, problems.report)
  const follower = new Follower(first, { store, log, problems, reader, prepare })
  await follower.start()
  return { published: () => follower.published, stop: () => follower.stop() }
}

/** Logs each problem when it appears, not twice a second. */
class ProblemLog {
  readonly #log: Log
  #lastProblems = new Set<string>()
  #problems = new Set<string>()

  constructor(log: Log) {
    this.#log = log
  }

  readonly report: OnProblem = (error, sequence, what = sequence === undefined ? UNREADABLE : REJECTED) => {
    const problem = `${sequence}: ${error}`
    if (!this.#lastProblems.has(problem)) this.#log.error({ err: error, sequence }, what)
    this.#problems.add(problem)
  }

  startCheck(): void {
    this.#lastProblems = this.#problems
    this.#problems = new Set()
  }
}

type FollowerParts = { store: ReleaseStore; log: Log; problems: ProblemLog; reader: LiveReader; prepare: Prepare }

/** Checks for new registries until it is stopped, and publishes each one that is prepared. */
class Follower {
  readonly #parts: FollowerParts
  #published: LiveReleases
  /** The newest valid set. It may still be in preparation. */
  #newest: LiveReleases
  #isStopped = false

  constructor(first: LiveReleases, parts: FollowerParts) {
    this.#published = first
    this.#newest = first
    this.#parts = parts
  }

  get published(): LiveReleases {
    return this.#published
  }

  async start(): Promise<void> {
    await this.#remember()
    this.#checkLater()
  }

  stop(): void {
    this.#isStopped = true
  }

  #checkLater(): void {
    if (!this.#isStopped) setTimeout(() => this.#check(), CHECK_INTERVAL_MS).unref()
  }

  async #check(): Promise<void> {
    const { problems, reader } = this.#parts
    problems.startCheck()
    try {
      const next = await reader.read(this.#newest)
      if (next === this.#newest) return
      this.#newest = next
      // The next checks do not wait for the preparation: a release that takes long to prepare may be withdrawn
      // meanwhile.
      void this.#publish(next)
    } catch (error) {
      problems.report(error)
    } finally {
      this.#checkLater()
    }
  }

  async #publish(next: LiveReleases): Promise<void> {
    await this.#parts.prepare(next)
    if (next !== this.#newest || this.#isStopped) return
    this.#parts.log.info({ sequence: next.sequence }, 'A new registry is live')
    this.#published = next
    await this.#remember()
  }

  /** Stores what is published, for a restart while the store cannot be read. */
  async #remember(): Promise<void> {
    const { store, log } = this.#parts
    try {
      await rememberServed(store, this.#published.sequence)
      await copyServed(store, this.#published.sequence)
      await copyReleases(store, this.#published.remotes)
    } catch (error) {
      log.error({ err: error }, 'The live registry cannot be stored; a restart could go back to an older one')
    }
  }
}

/** Reads the live releases. If that fails or takes too long, reads the copy of what this portal served last. */
async function readFirst(store: ReleaseStore, reader: LiveReader, onProblem: OnProblem): Promise<LiveReleases> {
  const reading = reader.read(undefined)
  const copy = createServedCopy(store)
  if (!copy) return reading
  const outcome = await within(
    START_LIMIT_MS,
    reading.catch((error: unknown) => ({ error })),
  )
  if (outcome && !('error' in outcome)) return outcome
  const served = await new LiveReader(copy, () => {}).read(undefined).catch(() => undefined)
  // Without a copy the portal waits for the store, and does not start when that fails.
  if (!served) return reading
  onProblem(outcome?.error ?? new Error(`The store does not respond within ${START_LIMIT_MS / 1_000} s`))
  return served
}

/** Reads the live releases of a store. */
class LiveReader {
  readonly #store: ReleaseStore
  readonly #onProblem: OnProblem
  /** A release never changes, so it is read once. */
  readonly #releases = new Map<string, Promise<Release>>()
  /** The problems of the last reading, joined. While it is not empty, the next reading looks for the releases again. */
  #lastLost = ''
  #lastRegistry: Registry | undefined

  constructor(store: ReleaseStore, onProblem: OnProblem) {
    this.#store = store
    this.#onProblem = onProblem
  }

  /**
   * Returns `last` as long as nothing has changed. While releases of the registry are lost it looks for them each time.
   */
  async read(last: LiveReleases | undefined): Promise<LiveReleases> {
    // Most checks find nothing new, so they do not read or verify a registry.
    const [newest] = await this.#store.listRegistries()
    if (last && newest !== undefined && newest <= last.sequence && !this.#lastLost) return last
    const registry = await this.#readRegistry()
    // When the newest registry is removed, an older one does not become live again.
    if (last && registry.sequence < last.sequence) return last
    try {
      return await this.#readReleases(registry, last)
    } catch (error) {
      if (!last) throw error
      this.#onProblem(error, registry.sequence)
      return last
    }
  }

  #readRegistry(): Promise<Registry> {
    const known = this.#store.publicKeys && this.#lastRegistry
    return readRegistry(this.#store, (sequence, error) => this.#onProblem(error, sequence), known)
  }

  async #readReleases(registry: Registry, last: LiveReleases | undefined): Promise<LiveReleases> {
    const { sequence, names } = registry
    const before = last?.remotes ?? (await this.#servedBefore())
    const read = await readLive(names, this.#release, before)
    const { shell } = read
    if (!shell) throw new Error(read.lost[0]?.text ?? 'No shell is released: `npm run release -- shell`')
    await requireServable(this.#store, registry)
    this.#lastRegistry = registry
    const { remotes, lost } = settleClaims(shell, read.remotes, before)
    const problems = [...read.lost, ...lost].map(({ text }) => text).sort()
    for (const problem of problems) this.#onProblem(new Error(problem), sequence, LOST_RELEASE)
    const isSame = sequence === last?.sequence && problems.join() === this.#lastLost
    this.#lastLost = problems.join()
    return isSame ? last : { sequence, shell, remotes }
  }

  /** Returns the remotes that this machine has served last. */
  async #servedBefore(): Promise<LiveRemote[]> {
    return (await readLive(await readCopiedReleases(this.#store), this.#release)).remotes
  }

  readonly #release = <T extends Release>(name: string, pointer: ReleasePointer): Promise<T> => {
    const key = `${name}/${pointer.version}/${pointer.integrity}`
    const found = this.#releases.get(key) ?? this.#readAndDownload<T>(name, pointer)
    this.#releases.set(key, found)
    found.catch(() => this.#releases.delete(key))
    return found as Promise<T>
  }

  /** Downloads the files before the first page that names them. */
  async #readAndDownload<T extends Release>(name: string, pointer: ReleasePointer): Promise<T> {
    const store = this.#store
    const release = await readRelease<T>(store, name, pointer)
    // A download fails unless all files are there.
    const damage = store.download ? undefined : await findDamage(store, name, pointer)
    if (damage) this.#onProblem(new Error(damage), undefined, LOST_FILES)
    await store.download?.(name, pointer.version)
    return release
  }
}
