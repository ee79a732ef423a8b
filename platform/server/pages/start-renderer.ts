import { scrub } from '@portal/contracts/scrub'
import type { TelemetryEvent } from '@portal/contracts/telemetry'
import type { FastifyInstance } from 'fastify'
import type { ReleaseStore } from '../../releases/stores/store.ts'
import { RenderFailure } from '../../rendering/render-process.ts'
import type { Renderer, RendererOptions, ReportedFailure } from '../../rendering/renderer.ts'

export type RendererSettings = {
  releases: Pick<ReleaseStore, 'filesFolder'>
  /** Creates the renderer of the pages of signed-in users. Without it they get the frame. */
  createRenderer?: ((options: RendererOptions) => Renderer) | undefined
  /** Its users are made up, so the log may have what their pages say. */
  isDemo?: boolean
}

/**
 * Starts the renderer of pages; it ends with the server. What a page writes to its console may name a user and their
 * money, so only the log of a demo has it. Another log has its length, or the kind and the location of an error.
 */
export function startRenderer(
  app: FastifyInstance,
  { releases, createRenderer, isDemo = false }: RendererSettings,
): Renderer | undefined {
  if (!createRenderer) return undefined
  const report = createFailureReport(app)
  const renderer = createRenderer({
    filesFolder: releases.filesFolder,
    onFailure: ({ error, ...failure }) =>
      report({ ...failure, error: isDemo ? error : new RenderFailure(error.reason, error.source, error.summary) }),
    log: (fields, line) => app.log.warn(fields, isDemo ? line : `The console of a page got ${line.length} characters`),
    warn: (message) => app.log.warn(message),
  })
  app.addHook('onClose', () => renderer.close())
  return renderer
}

/**
 * Returns a function that reports pages which could not be rendered on the server: to the log, and to the API as a page
 * reports its errors, so that one list names the releases that fail.
 */
function createFailureReport(app: FastifyInstance): (failure: ReportedFailure) => void {
  // Bundles are tested before the server has all of its routes, and a request would end their registration.
  const ready = new Promise<void>((resolve) => {
    app.addHook('onReady', async () => resolve())
  })
  return ({ remote, version, reason, error }) => {
    app.log.error({ remote, version, reason, err: error }, 'A page could not be rendered on the server')
    const [, inBundle = ''] = error.message.split(`/${remote}/${version}/`)
    const [location] = /^server\.cjs:\d+:\d+/.exec(inBundle) ?? []
    const event: TelemetryEvent = {
      kind: 'error',
      remote,
      version,
      name: `Render-${reason}`,
      message: scrub(error.message),
      ...(location && { place: location }),
    }
    ready
      .then(() =>
        app.inject({
          method: 'POST',
          url: '/api/v1/telemetry',
          headers: { 'content-type': 'application/json' },
          payload: { events: [event] },
        }),
      )
      .catch((cause: unknown) => app.log.warn({ err: cause }, 'The failure of a page could not be reported'))
  }
}
