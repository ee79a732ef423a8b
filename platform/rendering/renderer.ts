import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { RenderRequest, RenderResult } from '@portal/shared/rendering-protocol'
import type { LiveReleases } from '../releases/live.ts'
import { routeOf } from '../server/route-of.ts'
import { createCircuits } from './circuits.ts'
import { createPlaces } from './places.ts'
import type { FailureReason, RenderFailure } from './render-process.ts'
import { createRenderSets } from './render-sets.ts'

export type Renderer = {
  /**
   * Renders a page of a remote with the releases that the browser gets (`forBrowser`). Undefined: the page has to be rendered in the
   * browser, because it failed, took too long, has no bundle for the server, or found no free process in time.
   */
  render(live: LiveReleases, request: RenderRequest): Promise<RenderResult | undefined>
  /** Starts the processes for what is live, so that the first page after a release does not wait for them; earlier ones end. */
  prepare(published: LiveReleases): Promise<void>
  close(): Promise<void>
}

/** `remote`: that whose code ran last, or `shell`. */
export type ReportedFailure = { remote: string; version: string; reason: FailureReason; error: Error }

export type RendererOptions = {
  /** The folder of the files of releases on this machine. */
  filesFolder: string
  onFailure(failure: ReportedFailure): void
  /** Gets what bundles write to the console, some lines of each page. */
  log(fields: { remote: string }, message: string): void
  /** That many pages are rendered at a time. */
  processes?: number
  /** A page waits for a free process for this time. */
  waitMs?: number
  /** A page is rendered for this time at most. */
  limitMs?: number
  /** The bundles load for this time at most. */
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
  const circuits = createCircuits(openMs)
  const places = createPlaces(processes, waitMs)

  function report(live: LiveReleases, failure: RenderFailure): void {
    const releases = [live.shell, ...live.remotes.map(({ current }) => current)]
    const version = releases.find(({ name }) => name === failure.source)?.version ?? ''
    onFailure({ remote: failure.source, version, reason: failure.reason, error: failure })
  }

  const sets = createRenderSets({
    idleMs,
    filesOf: (live) => serverFiles(live, filesFolder),
    setOptions: (live) => ({
      count: processes,
      loadLimitMs,
      onFree: places.fill,
      onFailure: (failure) => report(live, failure),
      log: (remote, line) => log({ remote }, line),
    }),
  })

  return {
    async render(live, request) {
      const [pathname = ''] = request.url.split('?')
      const route = routeOf(live, pathname)
      const remote = live.remotes.find(({ name }) => name === route?.remote)?.current
      if (!route || !remote?.server) return undefined
      const key = `${live.shell.version} ${remote.name} ${remote.version} ${route.path}`
      const set = sets.find(live)
      if (!set?.hasPage(remote.name, route.path) || !circuits.allows(key)) return undefined
      const json = JSON.stringify(request)
      const place = await places.take(set)
      if (!place) return undefined
      try {
        // It may have failed meanwhile.
        if (!circuits.allows(key)) return undefined
        const result = await place.process.render(json, limitMs)
        circuits.succeeded(key)
        return result
      } catch (error) {
        circuits.failed(key)
        report(live, error as RenderFailure)
        return undefined
      } finally {
        place.leave()
      }
    },

    prepare: (published) => sets.prepare(published),

    async close() {
      places.close()
      await sets.close()
    },
  }
}

/** Returns the server bundles of a set of releases, that of the shell first; none when the shell has none. */
function serverFiles({ shell, remotes }: LiveReleases, filesFolder: string) {
  if (!shell.server) return []
  return [shell, ...remotes.map(({ current }) => current)].flatMap(({ name, version, server }) =>
    server ? { name, path: join(filesFolder, name, version, server.file), integrity: server.integrity } : [],
  )
}
