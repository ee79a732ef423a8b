import {
  listReleaseHealth,
  reportCspViolations,
  reportLiveReleases,
  reportTelemetry,
} from '@portal/contracts/telemetry'
import type { App } from '../../http/app-dependencies.ts'
import type { Metrics } from '../../http/metrics.ts'
import { route } from '../../http/route.ts'
import type { PortalDependencies } from '../dependencies.ts'
import { cspFaults } from './csp-report.ts'
import { FaultExport } from './fault-export.ts'
import { addLiveReleases } from './live-releases.ts'
import { ReportedEvents } from './reported-events.ts'
import { readReleaseHealth } from './repository.ts'

export function telemetryRoutes(app: App, deps: PortalDependencies, metrics: Metrics): void {
  const { db, settings, log, tally } = deps
  const faultExport = settings.faultsUrl ? new FaultExport(settings.faultsUrl, log) : undefined
  const reportedEvents = new ReportedEvents(deps, metrics, faultExport)
  app.addHook('onClose', async () => faultExport?.stop())
  app.addHook('onClose', () => tally.flush().catch((err: unknown) => log.warn({ err }, 'telemetry is not stored')))

  route(app, reportTelemetry, ({ body, request }) => reportedEvents.take(body.events, request))

  // A separate plugin, so that no other route accepts a body of these types.
  app.register(async (reports) => {
    const json = reports.getDefaultJsonParser('error', 'ignore')
    reports.addContentTypeParser(['application/csp-report', 'application/reports+json'], { parseAs: 'string' }, json)
    route(reports, reportCspViolations, ({ body, request }) =>
      reportedEvents.take(cspFaults(body, settings.origin), request),
    )
  })

  route(app, reportLiveReleases, ({ body }) => addLiveReleases(db, body.releases))

  route(app, listReleaseHealth, async ({ query }) => {
    await tally.flush()
    return { items: await readReleaseHealth(db, query.minutes) }
  })
}
