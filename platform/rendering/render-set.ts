import { setTimeout as delay } from 'node:timers/promises'
import type { Loaded, ServerFile } from './messages.ts'
import { RenderFailure, type RenderProcess, startRenderProcess } from './render-process.ts'

/** The processes that render one set of releases. */
export type RenderSet = {
  /** Resolves when each process has loaded the bundles, or has failed to. */
  ready: Promise<unknown>
  /** Returns whether the bundle of a remote has a page. True as long as the bundle has not loaded. */
  hasPage(remote: string, path: string): boolean
  /** Returns whether the bundle of a remote fills a slot. True as long as the bundle has not loaded. */
  hasSlot(remote: string, slot: string): boolean
  /** Returns a free process, which is in use until `give`, or undefined when no process is free in time. */
  take(): Promise<RenderProcess | undefined>
  give(process: RenderProcess): void
  isInUse(): boolean
  close(): Promise<void>
}

export type SetOptions = {
  /** The number of processes. */
  count: number
  /** The time limit for loading the bundles. */
  loadLimitMs: number
  /** The maximum wait for a free process. */
  waitMs: number
  onFailure(failure: RenderFailure): void
  log(source: string, line: string): void
}

/** With more waiting pages, the last one would wait longer than `waitMs`, because a page takes about 10 ms. */
const WAITING_PER_PROCESS = 10

/** A process that ended is replaced immediately, and after this interval when its successor ends too. */
const RESTART_MS = 100
const MAX_RESTART_MS = 10_000

/** `files` are the bundles of the shell and of the remotes. */
export function createRenderSet(files: readonly ServerFile[], options: SetOptions): RenderSet {
  const { count, loadLimitMs, waitMs, onFailure, log } = options
  const closing = new AbortController()
  const free: RenderProcess[] = []
  const all = new Set<RenderProcess>()
  /** What pages wait with, in their order. */
  const waiting = new Set<(process?: RenderProcess) => void>()
  let taken = 0
  /** Remotes whose bundles do not load: the next process starts without them. */
  const broken = new Set<string>()
  let exported: Pick<Loaded, 'pages' | 'slots'> | undefined
  let endsInRow = 0

  async function runProcess(): Promise<void> {
    let process: RenderProcess | undefined
    try {
      process = startRenderProcess(
        files.filter(({ name }) => !broken.has(name)),
        loadLimitMs,
        log,
      )
      all.add(process)
      const { failures, ...found } = await process.loaded
      exported = found
      for (const { name, message } of failures) reportBroken(new RenderFailure('threw', name, message))
      release(process)
      await process.ended
      const index = free.indexOf(process)
      if (index < 0) return
      free.splice(index, 1)
      if (!closing.signal.aborted) onFailure(new RenderFailure('ended', 'shell', 'The process ended between two pages'))
    } catch (error) {
      if (!closing.signal.aborted) reportBroken(error as RenderFailure)
    } finally {
      process?.kill()
      await process?.ended
      if (process) all.delete(process)
    }
  }

  /** Reports a bundle that does not load once, although each process finds it. */
  function reportBroken(failure: RenderFailure): void {
    if (broken.has(failure.source)) return
    if (failure.source !== 'shell') broken.add(failure.source)
    onFailure(failure)
  }

  /** It is the next one that is taken: a page is rendered twice, and it has the modules of its session. */
  function release(process: RenderProcess): void {
    free.unshift(process)
    for (const end of waiting) {
      const found = takeFree()
      if (!found) return
      end(found)
    }
  }

  function takeFree(): RenderProcess | undefined {
    const index = free.findIndex((process) => process.isAlive())
    if (index < 0) return undefined
    taken += 1
    return free.splice(index, 1)[0]
  }

  async function runProcesses(): Promise<void> {
    while (!closing.signal.aborted) {
      await runProcess()
      endsInRow += 1
      const delayMs = endsInRow < 2 ? 0 : Math.min(RESTART_MS * 2 ** (endsInRow - 2), MAX_RESTART_MS)
      await delay(delayMs, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  const running = Promise.all(Array.from({ length: count }, runProcesses))
  const ready = Promise.allSettled([...all].map(({ loaded }) => loaded))

  return {
    ready,
    hasPage: (remote, path) => !exported || (exported.pages[remote]?.includes(path) ?? false),
    hasSlot: (remote, slot) => !exported || (exported.slots[remote]?.includes(slot) ?? false),
    async take() {
      const process = waiting.size === 0 ? takeFree() : undefined
      if (process || waiting.size >= count * WAITING_PER_PROCESS) return process
      return new Promise((resolve) => {
        const timer = setTimeout(() => end(), waitMs)
        const end = (found?: RenderProcess) => {
          clearTimeout(timer)
          waiting.delete(end)
          resolve(found)
        }
        waiting.add(end)
      })
    },
    give(process) {
      taken -= 1
      if (!process.isAlive()) return
      endsInRow = 0
      release(process)
    },
    isInUse: () => taken > 0,
    async close() {
      closing.abort()
      for (const end of waiting) end()
      for (const process of all) process.kill()
      await running
    },
  }
}
