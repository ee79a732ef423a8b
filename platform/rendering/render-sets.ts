import type { LiveReleases } from '../releases/live.ts'
import { forBrowser } from '../server/published.ts'
import type { ServerFile } from './messages.ts'
import { createRenderSet, type RenderSet, type SetOptions } from './render-set.ts'

/** Of a release and of those before and after it. Browsers that get another set, by a second canary, get frames. */
const MAX_SETS = 3

/** A set that is not live gives its place to another one after this time without a page. */
const REPLACED_AFTER_MS = 1_000

type Options = {
  idleMs: number
  /** None: these releases are not rendered on the server. */
  filesOf(live: LiveReleases): readonly ServerFile[]
  setOptions(live: LiveReleases): SetOptions
}

type Entry = { set: RenderSet; usedAt: number; isLive: boolean }

/** The sets of processes, by the releases that they render. Their modules never mix, and nothing is unloaded. */
export function createRenderSets({ idleMs, filesOf, setOptions }: Options) {
  const sets = new Map<string, Entry>()
  const ending = new Set<Promise<void>>()
  let closed = false
  const timer = setInterval(() => endIdle(idleMs), idleMs / 2).unref()

  /** Returns the set of these releases, which is started when there is a place for it. */
  function find(live: LiveReleases, idleOfOthersMs: number): Entry | undefined {
    const files = filesOf(live)
    if (closed || files.length === 0) return undefined
    const key = files.map(({ path, integrity }) => `${path} ${integrity}`).join()
    const found = sets.get(key)
    if (found) {
      found.usedAt = performance.now()
      return found
    }
    if (sets.size >= MAX_SETS) endIdle(idleOfOthersMs)
    if (sets.size >= MAX_SETS) return undefined
    const entry = { set: createRenderSet(files, setOptions(live)), usedAt: performance.now(), isLive: false }
    sets.set(key, entry)
    return entry
  }

  function endIdle(unusedMs: number): void {
    for (const [key, { set, usedAt, isLive }] of sets) {
      if (isLive || set.isInUse() || performance.now() - usedAt < unusedMs) continue
      sets.delete(key)
      end(set)
    }
  }

  function end(set: RenderSet): void {
    const end = set.close().finally(() => ending.delete(end))
    ending.add(end)
  }

  return {
    find: (live: LiveReleases): RenderSet | undefined => find(live, REPLACED_AFTER_MS)?.set,

    /** Resolves when the sets of these releases are ready. Others end when they are idle. */
    async prepare(published: LiveReleases): Promise<void> {
      for (const entry of sets.values()) entry.isLive = false
      const entries = setsOf(published).flatMap((live) => {
        const entry = find(live, 0)
        if (entry) entry.isLive = true
        return entry ?? []
      })
      await Promise.all(entries.map(({ set }) => set.ready))
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

/** Returns what browsers get, by the share of browsers: each canary splits them. */
function setsOf(published: LiveReleases): LiveReleases[] {
  const percents = published.remotes.flatMap(({ canary }) => (canary && canary.percent < 100 ? [canary.percent] : []))
  const starts = [...new Set([0, ...percents])].sort((one, other) => one - other)
  const shares = starts.map((start, index) => ({ start, share: (starts[index + 1] ?? 100) - start }))
  return shares
    .sort((one, other) => other.share - one.share)
    .map(({ start }) => forBrowser(published, { bucket: start }))
}
