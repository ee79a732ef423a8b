import { forBrowser } from '../releases/for-browser.ts'
import type { LiveReleases } from '../releases/live.ts'
import type { ServerFile } from './messages.ts'
import { createRenderSet, type RenderSet, type SetOptions } from './render-set.ts'

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
export function createRenderSets({ idleMs, bundleFiles, setOptions }: Options) {
  const sets = new Map<string, Entry>()
  const ending = new Set<Promise<void>>()
  /** The keys of the sets that are live or will be live next. These sets do not end. */
  let live: ReadonlySet<string> = new Set()
  let next: ReadonlySet<string> = new Set()
  let closed = false
  const timer = setInterval(() => endIdle(idleMs), idleMs / 2).unref()

  /** Returns the set of these releases. Starts it when there is a slot for it. */
  function find(releases: LiveReleases, idleOfOthersMs: number): RenderSet | undefined {
    const files = bundleFiles(releases)
    if (closed || files.length === 0) return undefined
    const key = setKey(files)
    const found = sets.get(key)
    if (found) {
      found.usedAt = performance.now()
      return found.set
    }
    if (sets.size >= MAX_SETS) endIdle(idleOfOthersMs)
    if (sets.size >= MAX_SETS) return undefined
    const set = createRenderSet(files, setOptions(releases))
    sets.set(key, { set, usedAt: performance.now() })
    return set
  }

  function endIdle(unusedMs: number): void {
    for (const [key, { set, usedAt }] of sets) {
      if (live.has(key) || next.has(key) || set.isInUse() || performance.now() - usedAt < unusedMs) continue
      sets.delete(key)
      end(set)
    }
  }

  function end(set: RenderSet): void {
    const end = set.close().finally(() => ending.delete(end))
    ending.add(end)
  }

  return {
    find: (releases: LiveReleases): RenderSet | undefined => find(releases, REPLACED_AFTER_MS),

    /**
     * Resolves when the sets of these releases are ready. They are live from then on, and earlier sets end when idle.
     */
    async prepare(published: LiveReleases): Promise<void> {
      const releases = releaseSets(published)
      const keys = new Set(releases.map((one) => setKey(bundleFiles(one))))
      next = keys
      await Promise.all(releases.map((one) => find(one, 0)?.ready))
      // Newer releases may have been prepared meanwhile.
      if (next === keys) live = keys
    },

    async close(): Promise<void> {
      closed = true
      clearInterval(timer)
      for (const { set } of sets.values()) end(set)
      sets.clear()
      await Promise.all(ending)
    },
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
