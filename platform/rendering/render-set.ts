import { setTimeout as delay } from 'node:timers/promises'
import type { Loaded, ServerFile } from './messages.ts'
import { RenderFailure, type RenderProcess, startRenderProcess } from './render-process.ts'

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

/** The processes that render one set of releases. Each one that ends is replaced. */
export class RenderSet {
  /** Resolves when each process has loaded the bundles, or has failed to. */
  readonly ready: Promise<unknown>
  readonly #files: readonly ServerFile[]
  readonly #options: SetOptions
  readonly #closing = new AbortController()
  readonly #processes = new Set<RenderProcess>()
  readonly #freeProcesses: FreeProcesses
  /** Resolves when the set is closed and all processes have ended. */
  readonly #running: Promise<unknown>
  /** Remotes whose bundles do not load: the next process starts without them. */
  readonly #broken = new Set<string>()
  #exported: Pick<Loaded, 'pages' | 'slots'> | undefined
  #endsInRow = 0

  /** Starts the processes. `files` are the bundles of the shell and of the remotes. */
  constructor(files: readonly ServerFile[], options: SetOptions) {
    this.#files = files
    this.#options = options
    const { count, waitMs } = options
    this.#freeProcesses = new FreeProcesses(count * WAITING_PER_PROCESS, waitMs)
    this.#running = Promise.all(Array.from({ length: count }, () => this.#keepOneRunning()))
    this.ready = Promise.allSettled([...this.#processes].map(({ loaded }) => loaded))
  }

  /** Returns whether the bundle of a remote has a page. True as long as the bundle has not loaded. */
  hasPage(remote: string, path: string): boolean {
    return !this.#exported || (this.#exported.pages[remote]?.includes(path) ?? false)
  }

  /** Returns whether the bundle of a remote fills a slot. True as long as the bundle has not loaded. */
  hasSlot(remote: string, slot: string): boolean {
    return !this.#exported || (this.#exported.slots[remote]?.includes(slot) ?? false)
  }

  /** Returns a free process, which is in use until `give`, or undefined when no process is free in time. */
  take(): Promise<RenderProcess | undefined> {
    return this.#freeProcesses.take()
  }

  give(process: RenderProcess): void {
    if (process.isAlive()) this.#endsInRow = 0
    this.#freeProcesses.give(process)
  }

  isInUse(): boolean {
    return this.#freeProcesses.hasTaken
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#freeProcesses.stopWaiting()
    for (const process of this.#processes) process.kill()
    await this.#running
  }

  get #isClosing(): boolean {
    return this.#closing.signal.aborted
  }

  async #keepOneRunning(): Promise<void> {
    const { signal } = this.#closing
    while (!this.#isClosing) {
      await this.#runProcess()
      this.#endsInRow += 1
      await delay(restartDelayMs(this.#endsInRow), undefined, { signal }).catch(() => {})
    }
  }

  /** Starts a process and resolves when it has ended. */
  async #runProcess(): Promise<void> {
    let process: RenderProcess | undefined
    try {
      process = this.#startProcess()
      const { failures, ...exported } = await process.loaded
      this.#exported = exported
      for (const { name, message } of failures) this.#reportBroken(new RenderFailure('threw', name, message))
      this.#freeProcesses.add(process)
      await process.ended
      const wasFree = this.#freeProcesses.remove(process)
      if (wasFree && !this.#isClosing) this.#options.onFailure(endedBetweenPages())
    } catch (error) {
      if (!this.#isClosing) this.#reportBroken(error as RenderFailure)
    } finally {
      process?.kill()
      await process?.ended
      if (process) this.#processes.delete(process)
    }
  }

  #startProcess(): RenderProcess {
    const files = this.#files.filter(({ name }) => !this.#broken.has(name))
    const process = startRenderProcess(files, this.#options.loadLimitMs, this.#options.log)
    this.#processes.add(process)
    return process
  }

  /** Reports a bundle that does not load once, although each process finds it. */
  #reportBroken(failure: RenderFailure): void {
    if (this.#broken.has(failure.source)) return
    if (failure.source !== 'shell') this.#broken.add(failure.source)
    this.#options.onFailure(failure)
  }
}

/** The processes that render no page now, and the pages that wait for one. */
class FreeProcesses {
  readonly #maxWaiting: number
  readonly #waitMs: number
  readonly #free: RenderProcess[] = []
  /** What ends the wait of each page, in their order. */
  readonly #waiting = new Set<(process?: RenderProcess) => void>()
  #taken = 0

  constructor(maxWaiting: number, waitMs: number) {
    this.#maxWaiting = maxWaiting
    this.#waitMs = waitMs
  }

  get hasTaken(): boolean {
    return this.#taken > 0
  }

  /** Returns undefined when too many pages wait already, or when no process is free in time. */
  async take(): Promise<RenderProcess | undefined> {
    const process = this.#waiting.size === 0 ? this.#takeNow() : undefined
    if (process || this.#waiting.size >= this.#maxWaiting) return process
    return this.#wait()
  }

  /** Ends the use of a process. */
  give(process: RenderProcess): void {
    this.#taken -= 1
    if (process.isAlive()) this.add(process)
  }

  /** Adds a process as the next to be taken: a page that is rendered again finds the modules of its session there. */
  add(process: RenderProcess): void {
    this.#free.unshift(process)
    for (const endWait of this.#waiting) {
      const found = this.#takeNow()
      if (!found) return
      endWait(found)
    }
  }

  /** Returns whether the process was free. */
  remove(process: RenderProcess): boolean {
    const index = this.#free.indexOf(process)
    if (index < 0) return false
    this.#free.splice(index, 1)
    return true
  }

  /** Ends the waits of all pages without a process. */
  stopWaiting(): void {
    for (const endWait of this.#waiting) endWait()
  }

  #takeNow(): RenderProcess | undefined {
    const index = this.#free.findIndex((process) => process.isAlive())
    if (index < 0) return undefined
    this.#taken += 1
    return this.#free.splice(index, 1)[0]
  }

  #wait(): Promise<RenderProcess | undefined> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => endWait(), this.#waitMs)
      const endWait = (found?: RenderProcess) => {
        clearTimeout(timer)
        this.#waiting.delete(endWait)
        resolve(found)
      }
      this.#waiting.add(endWait)
    })
  }
}

/** Returns the time until the successor of a process starts, when that many processes have ended in a row. */
function restartDelayMs(endsInRow: number): number {
  return endsInRow < 2 ? 0 : Math.min(RESTART_MS * 2 ** (endsInRow - 2), MAX_RESTART_MS)
}

function endedBetweenPages(): RenderFailure {
  return new RenderFailure('ended', 'shell', 'The process ended between two pages')
}
