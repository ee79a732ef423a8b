import { scrub } from '@portal/contracts/scrub'
import type { TelemetryEvent } from '@portal/contracts/telemetry'
import type { FastifyInstance } from 'fastify'
import { RenderFailure } from '../rendering/render-process.ts'
import type { RendererOptions, ReportedFailure } from '../rendering/renderer.ts'

type Log = Pick<RendererOptions, 'onFailure' | 'log' | 'warn'>

/**
 * Returns what writes to the log of the server. What a page says may name a person and their money, so only the log of
 * a demo has it: others have the length of a line, the kind of an error and its place in the bundle.
 */
export function logRendering(app: FastifyInstance, { demo }: { demo: boolean }): Log {
  const report = reportRenderFailures(app)
  return {
    onFailure: ({ error, ...failure }) =>
      report({ ...failure, error: demo ? error : new RenderFailure(error.reason, error.source, error.summary) }),
    log: (fields, line) => app.log.warn(fields, demo ? line : `The console of a page got ${line.length} characters`),
    warn: (message) => app.log.warn(message),
  }
}

/**
 * Returns a function that reports pages which could not be rendered on the server: to the log, and to the API as a page
 * reports its errors, so that one place names the releases that fail.
 */
function reportRenderFailures(app: FastifyInstance): (failure: ReportedFailure) => void {
  // Bundles are tested before the server has all of its routes, and a request would end their registration.
  const ready = new Promise<void>((resolve) => {
    app.addHook('onReady', async () => resolve())
  })
  return ({ remote, version, reason, error }) => {
    app.log.error({ remote, version, reason, err: error }, 'A page could not be rendered on the server')
    const [, inBundle = ''] = error.message.split(`/${remote}/${version}/`)
    const [place] = /^server\.cjs:\d+:\d+/.exec(inBundle) ?? []
    const event: TelemetryEvent = {
      kind: 'error',
      remote,
      version,
      name: `Render-${reason}`,
      message: scrub(error.message),
      ...(place && { place }),
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
