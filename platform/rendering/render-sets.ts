import { forBrowser } from '../releases/for-browser.ts'
import type { LiveReleases } from '../releases/live.ts'
import type { ServerFile } from './messages.ts'
import { RenderSet, type SetOptions } from './render-set.ts'

/** Enough for the live and the next releases, each with one canary. With more canaries, some browsers get the frame. */
const MAX_SETS = 4

/** A set that is not live may be replaced by another one when it has rendered no page for this time. */
const REPLACED_AFTER_MS = 1_000

type Options = {
  idleMs: number
  /** Returns an empty array when these releases are not rendered on the server. */
  bundleFiles(live: LiveReleases): readonly ServerFile[]
  setOptions(live: LiveReleases): SetOptions
}

type Entry = { set: RenderSet; usedAt: number }

/** The sets of render processes by the releases that they render. Modules of two sets never mix in a process. */
export class RenderSets {
  readonly #options: Options
  readonly #sets = new Map<string, Entry>()
  readonly #ending = new Set<Promise<void>>()
  readonly #timer: NodeJS.Timeout
  /** The keys of the sets that are live or will be live next. These sets do not end. */
  #live: ReadonlySet<string> = new Set()
  #next: ReadonlySet<string> = new Set()
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
    const { idleMs } = options
    this.#timer = setInterval(() => this.#endIdle(idleMs), idleMs / 2).unref()
  }

  /** Returns the set of these releases. Starts it when there is room for it. */
  find(releases: LiveReleases): RenderSet | undefined {
    return this.#findOrStart(releases, REPLACED_AFTER_MS)
  }

  /**
   * Resolves when the sets of these releases are ready. They are live from then on, and earlier sets end when idle.
   */
  async prepare(published: LiveReleases): Promise<void> {
    const releases = releaseSets(published)
    const keys = new Set(releases.map((one) => setKey(this.#options.bundleFiles(one))))
    this.#next = keys
    await Promise.all(releases.map((one) => this.#findOrStart(one, 0)?.ready))
    // Newer releases may have been prepared meanwhile.
    if (this.#next === keys) this.#live = keys
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    for (const { set } of this.#sets.values()) this.#end(set)
    this.#sets.clear()
    await Promise.all(this.#ending)
  }

  /** When there is no room, ends the sets that have rendered no page for `idleOfOthersMs`. */
  #findOrStart(releases: LiveReleases, idleOfOthersMs: number): RenderSet | undefined {
    const files = this.#options.bundleFiles(releases)
    if (this.#isClosed || files.length === 0) return undefined
    const key = setKey(files)
    const found = this.#sets.get(key)
    if (found) {
      found.usedAt = performance.now()
      return found.set
    }
    if (this.#sets.size >= MAX_SETS) this.#endIdle(idleOfOthersMs)
    if (this.#sets.size >= MAX_SETS) return undefined
    const set = new RenderSet(files, this.#options.setOptions(releases))
    this.#sets.set(key, { set, usedAt: performance.now() })
    return set
  }

  #endIdle(unusedMs: number): void {
    for (const [key, { set, usedAt }] of this.#sets) {
      const isKept = this.#live.has(key) || this.#next.has(key)
      if (isKept || set.isInUse() || performance.now() - usedAt < unusedMs) continue
      this.#sets.delete(key)
      this.#end(set)
    }
  }

  #end(set: RenderSet): void {
    const end = set.close().finally(() => this.#ending.delete(end))
    this.#ending.add(end)
  }
}

function setKey(files: readonly ServerFile[]): string {
  return files.map(({ path, integrity }) => `${path} ${integrity}`).join()
}

/** Returns the different releases that browsers get, most common first. Each canary divides the browsers. */
function releaseSets(published: LiveReleases): LiveReleases[] {
  const percents = published.remotes.flatMap(({ canary }) => (canary && canary.percent < 100 ? [canary.percent] : []))
  const starts = [...new Set([0, ...percents])].sort((one, other) => one - other)
  const shares = starts.map((start, index) => ({ start, share: (starts[index + 1] ?? 100) - start }))
  return shares
    .sort((one, other) => other.share - one.share)
    .map(({ start }) => forBrowser(published, { bucket: start }))
}
