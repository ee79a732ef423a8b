import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { RenderRequest, RenderResult } from '@portal/shared/rendering-protocol'
import type { Release } from '../bundler/release.ts'
import type { LiveReleases } from '../releases/live.ts'
import { type Filler, findFillers, findRoute } from '../releases/page-parts.ts'
import { createCircuits } from './circuits.ts'
import { canForbidOpening } from './limited-process.ts'
import { type FailureReason, RenderFailure } from './render-process.ts'
import type { RenderSet } from './render-set.ts'
import { createRenderSets } from './render-sets.ts'

export type Renderer = {
  /**
   * Renders a page of a remote with the releases that the browser gets (`forBrowser`). Returns undefined when the
   * browser must render the page, because it failed, took too long, has no server bundle, or found no free process in
   * time. Slots whose fillers fail show the fallbacks of the page.
   */
  render(live: LiveReleases, request: RenderRequest): Promise<RenderedPage | undefined>
  /**
   * Starts the processes for the live releases, so that the first page after a release does not wait for them.
   * Processes of earlier releases end.
   */
  prepare(published: LiveReleases): Promise<void>
  close(): Promise<void>
}

/** `slots` are the slots that are filled. */
export type RenderedPage = RenderResult & { slots: readonly string[] }

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
  /** A page that fails again and again is not rendered for this time. */
  openMs?: number
  /** The processes of releases that are no longer live end when they have rendered nothing for this time. */
  idleMs?: number
}

/** Renders pages in processes of their own: nothing that a remote ships ends, blocks or fills this one. */
export function createRenderer(options: RendererOptions): Renderer {
  const { filesFolder, onFailure, log, processes = availableParallelism() } = options
  const { waitMs = 100, limitMs = 1_000, loadLimitMs = 10_000, openMs = 30_000, idleMs = 30_000 } = options
  if (!canForbidOpening()) {
    options.warn?.(
      'Processes that render pages may open sockets: this system has no prlimit (util-linux), or forbids it',
    )
  }
  const circuits = createCircuits(openMs)

  function report(live: LiveReleases, failure: RenderFailure): void {
    const releases = [live.shell, ...live.remotes.map(({ current }) => current)]
    const version = releases.find(({ name }) => name === failure.source)?.version ?? ''
    onFailure({ remote: failure.source, version, reason: failure.reason, error: failure })
  }

  const sets = createRenderSets({
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

  /** Returns undefined when no process is free in time, or the page has failed meanwhile. */
  async function renderOnce(
    set: RenderSet,
    key: string,
    request: RenderRequest,
  ): Promise<RenderResult | RenderFailure | undefined> {
    const json = JSON.stringify(request)
    const process = await set.take()
    if (!process) return undefined
    try {
      return circuits.allows(key) ? await process.render(json, limitMs) : undefined
    } catch (error) {
      return error as RenderFailure
    } finally {
      set.give(process)
    }
  }

  return {
    async render(live, request) {
      const [pathname = ''] = request.url.split('?')
      const route = findRoute(live, pathname)
      const remote = live.remotes.find(({ name }) => name === route?.remote)?.current
      if (!route || !remote?.server) return undefined
      const set = sets.find(live)
      const key = circuitKey(live, remote, route.path)
      if (!set?.hasPage(remote.name, route.path) || !circuits.allows(key)) return undefined
      const fillers = findFillers(live, route)
        .filter(({ slot, release }) => request.slots?.includes(slot) && set.hasSlot(release.name, slot))
        .map((filler) => ({ ...filler, key: circuitKey(live, filler.release, filler.slot) }))
        .filter((filler) => circuits.allows(filler.key))
      const slots = fillers.map(({ slot }) => slot)

      const first = await renderOnce(set, key, { ...request, slots })
      if (!(first instanceof RenderFailure)) {
        if (first) for (const one of [key, ...fillers.map((filler) => filler.key)]) circuits.succeeded(one)
        return first && { ...first, slots }
      }
      const whole = slots.length > 0 ? await renderOnce(set, key, { ...request, slots: [] }) : first
      const suspects = whole instanceof RenderFailure ? [] : suspectedFillers(fillers, first, whole)
      for (const { release, key: suspected } of suspects) {
        circuits.failed(suspected)
        report(live, new RenderFailure(first.reason, release.name, first.message))
      }
      if (suspects.length === 0) {
        circuits.failed(key)
        report(live, whole instanceof RenderFailure ? whole : first)
      }
      return whole instanceof RenderFailure ? undefined : whole && { ...whole, slots: [] }
    },

    prepare: (published) => sets.prepare(published),

    close: () => sets.close(),
  }
}

/**
 * Returns those whose code has failed. Where the page is `whole` without them that is the one whose code ran last, or
 * else any of them. Where there was no process for that, only the former is known.
 */
function suspectedFillers<T extends Filler>(
  fillers: readonly T[],
  { source }: RenderFailure,
  whole: unknown,
): readonly T[] {
  const last = fillers.filter(({ release }) => release.name === source)
  return last.length > 0 || !whole ? last : fillers
}

/** The circuit of a page, or of what fills a slot. */
function circuitKey({ shell }: LiveReleases, { name, version }: Release, part: string): string {
  return `${shell.version} ${name} ${version} ${part}`
}

/** Returns the server bundles of a set of releases, the shell's first. Empty when the shell has no server bundle. */
function serverFiles({ shell, remotes }: LiveReleases, filesFolder: string) {
  if (!shell.server) return []
  return [shell, ...remotes.map(({ current }) => current)].flatMap(({ name, version, server }) =>
    server ? { name, path: join(filesFolder, name, version, server.file), integrity: server.integrity } : [],
  )
}
