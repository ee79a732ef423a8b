import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { FillerName, RenderRequest, RenderResult } from '@portal/shared/rendering-protocol'
import type { Release } from '../bundler/release.ts'
import type { LiveReleases } from '../releases/live.ts'
import { type Filler, type FoundRoute, findFillers, namedFillers, toFillerName } from '../releases/page-parts.ts'
import { FailureCounts } from './failure-counts.ts'
import { canForbidOpening } from './limited-process.ts'
import { type FailureReason, RenderFailure } from './render-process.ts'
import type { RenderSet } from './render-set.ts'
import { RenderSets } from './render-sets.ts'

export type Renderer = {
  /**
   * Renders the page of a route with the releases that the browser gets (`forBrowser`). Returns undefined when the
   * browser must render the page, because it failed, took too long, has no server bundle, or found no free process in
   * time. Instead of a filler that fails, the page shows its fallback.
   */
  render(live: LiveReleases, request: RenderRequest, route: FoundRoute | undefined): Promise<RenderedPage | undefined>
  /**
   * Starts the processes for the live releases, so that the first page after a release does not wait for them.
   * Processes of earlier releases end.
   */
  prepare(published: LiveReleases): Promise<void>
  close(): Promise<void>
}

/** `fillers` are those that have not failed. */
export type RenderedPage = RenderResult & { fillers: readonly FillerName[] }

/** `remote` is the remote whose code ran last, or `shell`. */
export type ReportedFailure = { remote: string; version: string; reason: FailureReason; error: RenderFailure }

export type RendererOptions = {
  /** The folder of the files of releases on this machine. */
  filesFolder: string
  onFailure(failure: ReportedFailure): void
  /** Gets what bundles write to the console, some lines of each page. */
  log(fields: { remote: string }, message: string): void
  /** Gets messages that an operator must see once. */
  warn?(message: string): void
  /** The number of pages of a set of releases that are rendered at the same time. */
  processes?: number
  /** The maximum time that a page waits for a free process. */
  waitMs?: number
  /** The maximum time that the rendering of a page takes. */
  limitMs?: number
  /** The maximum time that the bundles take to load. */
  loadLimitMs?: number
  /** The processes of releases that are no longer live end when they have rendered nothing for this time. */
  idleMs?: number
}

/** Renders pages in processes of their own: nothing that a remote ships ends, blocks or fills this one. */
export function createRenderer(options: RendererOptions): Renderer {
  const { filesFolder, onFailure, log, processes = availableParallelism() } = options
  const { waitMs = 100, limitMs = 1_000, loadLimitMs = 30_000, idleMs = 30_000 } = options
  if (!canForbidOpening()) {
    options.warn?.(
      'Processes that render pages may open sockets: this system has no prlimit (util-linux), or forbids it',
    )
  }
  const report: Report = (live, failure) => onFailure(toReportedFailure(live, failure))
  const sets = new RenderSets({
    idleMs,
    bundleFiles: (live) => serverFiles(live, filesFolder),
    setOptions: (live) => ({
      count: processes,
      loadLimitMs,
      waitMs,
      onFailure: (failure) => report(live, failure),
      log: (remote, line) => log({ remote }, line),
    }),
  })
  const pages = new PageRenderer({ sets, limitMs, report })
  return {
    render: (live, request, route) => pages.render(live, request, route),
    prepare: (published) => sets.prepare(published),
    close: () => sets.close(),
  }
}

type Report = (live: LiveReleases, failure: RenderFailure) => void

function toReportedFailure({ shell, remotes }: LiveReleases, failure: RenderFailure): ReportedFailure {
  const releases = [shell, ...remotes.map(({ current }) => current)]
  const version = releases.find(({ name }) => name === failure.source)?.version ?? ''
  return { remote: failure.source, version, reason: failure.reason, error: failure }
}

/** A filler with the key of its failures. */
type KeyedFiller = Filler & { key: string }

/** A page that can be rendered. `key` is the key of its failures, and `fillers` are those that are not blocked. */
type Page = { live: LiveReleases; request: RenderRequest; set: RenderSet; key: string; fillers: readonly KeyedFiller[] }

type PageRendererOptions = {
  sets: RenderSets
  limitMs: number
  report: Report
}

/** Renders pages, and counts the failures of the part that is to blame. */
class PageRenderer {
  readonly #options: PageRendererOptions
  readonly #failures = new FailureCounts()

  constructor(options: PageRendererOptions) {
    this.#options = options
  }

  async render(
    live: LiveReleases,
    request: RenderRequest,
    route: FoundRoute | undefined,
  ): Promise<RenderedPage | undefined> {
    const page = this.#findPage(live, request, route)
    return page && this.#renderPage(page)
  }

  /** Renders a page, and again without the fillers that may be to blame for a failure. */
  async #renderPage(page: Page): Promise<RenderedPage | undefined> {
    let { fillers } = page
    const blamed: { suspects: readonly KeyedFiller[]; failure: RenderFailure }[] = []
    let result = await this.#renderOnce(page, fillers)
    while (result instanceof RenderFailure && fillers.length > 0) {
      const suspects = suspectedFillers(fillers, result)
      blamed.push({ suspects, failure: result })
      fillers = fillers.filter((filler) => !suspects.includes(filler))
      result = await this.#renderOnce(page, fillers)
    }
    if (result instanceof RenderFailure) {
      this.#notePageFailure(page, result)
      return undefined
    }
    for (const { suspects, failure } of blamed) {
      // Without a free process it is not known whether the page is whole without them.
      const isCertain = result || suspects.every(({ release }) => release.name === failure.source)
      if (isCertain) this.#noteFillerFailure(page, suspects, failure)
      else this.#notePageFailure(page, failure)
    }
    if (!result) return undefined
    if (blamed.length === 0) this.#noteSuccess(page)
    return { ...result, fillers: fillers.map(toFillerName) }
  }

  /** Returns undefined when the browser must render the page. */
  #findPage(live: LiveReleases, request: RenderRequest, route: FoundRoute | undefined): Page | undefined {
    const { sets } = this.#options
    const remote = live.remotes.find(({ name }) => name === route?.remote)?.current
    if (!route || !remote?.server) return undefined
    const set = sets.find(live)
    const key = partKey(live, remote, route.path)
    if (!set?.hasPage(remote.name, route.path) || this.#failures.isBlocked(key)) return undefined
    const fillers = findFillers(live, route)
      .filter((filler) => isNamed(filler, request.fillers) && set.hasSlot(filler.release.name, filler.slot))
      .map((filler) => ({ ...filler, key: partKey(live, filler.release, filler.slot) }))
      .filter((filler) => !this.#failures.isBlocked(filler.key))
    return { live, request, set, key, fillers }
  }

  /** Returns undefined when no process is free in time, or the page has failed meanwhile. */
  async #renderOnce(
    { set, key, request }: Page,
    fillers: readonly Filler[],
  ): Promise<RenderResult | RenderFailure | undefined> {
    const { limitMs } = this.#options
    const process = await set.take()
    if (!process) return undefined
    try {
      return this.#failures.isBlocked(key)
        ? undefined
        : await process.render({ ...request, ...namedFillers(fillers.map(toFillerName)) }, limitMs)
    } catch (error) {
      return error as RenderFailure
    } finally {
      set.give(process)
    }
  }

  #noteSuccess({ key, fillers }: Page): void {
    for (const one of [key, ...fillers.map((filler) => filler.key)]) this.#failures.addSuccess(one)
  }

  #notePageFailure({ live, key }: Page, failure: RenderFailure): void {
    this.#failures.addFailure(key)
    this.#options.report(live, failure)
  }

  #noteFillerFailure({ live }: Page, suspects: readonly KeyedFiller[], { reason, message }: RenderFailure): void {
    for (const { release, key } of suspects) {
      this.#failures.addFailure(key)
      this.#options.report(live, new RenderFailure(reason, release.name, message))
    }
  }
}

/** Returns the fillers that may be to blame for a failure: those of the remote whose code ran last, or else all. */
function suspectedFillers(fillers: readonly KeyedFiller[], { source }: RenderFailure): readonly KeyedFiller[] {
  const last = fillers.filter(({ release }) => release.name === source)
  return last.length > 0 ? last : fillers
}

function isNamed({ slot, release }: Filler, names: RenderRequest['fillers'] = []): boolean {
  return names.some((name) => name.slot === slot && name.remote === release.name)
}

/** Returns the key of the failures of a page, or of a filler of a slot. */
function partKey({ shell }: LiveReleases, { name, version }: Release, part: string): string {
  return `${shell.version} ${name} ${version} ${part}`
}

/** Returns the server bundles of a set of releases, the shell's first. Empty when the shell has no server bundle. */
function serverFiles({ shell, remotes }: LiveReleases, filesFolder: string) {
  if (!shell.server) return []
  return [shell, ...remotes.map(({ current }) => current)].flatMap(({ name, version, server }) =>
    server ? { name, path: join(filesFolder, name, version, server.file), integrity: server.integrity } : [],
  )
}
