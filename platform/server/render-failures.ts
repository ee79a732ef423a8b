import { scrub } from '@portal/contracts/scrub'
import type { TelemetryEvent } from '@portal/contracts/telemetry'
import type { FastifyInstance } from 'fastify'
import type { ReportedFailure } from '../rendering/renderer.ts'

/**
 * Returns a function that reports pages which could not be rendered on the server: to the log, and to the API as a page reports its
 * errors, so that one place names the releases that fail.
 */
export function reportRenderFailures(app: FastifyInstance): (failure: ReportedFailure) => void {
  // Bundles are tried before the server has all of its routes, and a request would end their registration.
  const ready = new Promise<void>((resolve) => {
    app.addHook('onReady', async () => resolve())
  })
  return ({ remote, version, reason, error }) => {
    app.log.error({ remote, version, reason, err: error }, 'A page could not be rendered on the server')
    const event: TelemetryEvent = {
      kind: 'error',
      remote,
      version,
      name: `Render-${reason}`,
      message: scrub(error.message),
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
