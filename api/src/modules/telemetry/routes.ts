import { scrub } from '@portal/shared/contracts/scrub'
import {
  listReleaseHealth,
  reportCspViolations,
  reportTelemetry,
  type TelemetryEvent,
} from '@portal/shared/contracts/telemetry'
import type { FastifyRequest } from 'fastify'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import type { Metrics } from '../../http/metrics.ts'
import { addressGroup, spend } from '../../http/rate-limit.ts'
import { route } from '../../http/route.ts'
import { hashToken, sessionCookie } from '../session/token.ts'
import { cspFaults } from './csp-report.ts'
import { createFaultLog } from './fault-log.ts'
import { readReleaseHealth } from './repository.ts'
import { createTally } from './tally.ts'

const hour = 60 * 60
/** Reports an hour. A restaurant, or a whole mobile network, may share an address. */
const ofAddress = 3_000
const ofSession = 240
/** Releases with a number of their own in the metrics; honest pages have a few. */
const mostReleases = 100

export function telemetryRoutes(app: App, { db, settings, log }: AppDependencies, metrics: Metrics): void {
  const tally = createTally(db, log)
  const logFault = createFaultLog(log)
  const countEvent = metrics.counter('portal_telemetry_events_total', 'What pages said of the releases they ran')
  const releases = new Set<string>()
  const cookie = sessionCookie(settings)
  app.addHook('onClose', () => tally.stop())

  route(app, reportTelemetry, async ({ body, request }) => {
    if (await isTooMuch(request)) return
    for (const event of body.events) take(event)
  })

  // Of its own, so that no other call takes a body of these types.
  app.register(async (reports) => {
    const json = reports.getDefaultJsonParser('error', 'ignore')
    reports.addContentTypeParser(['application/csp-report', 'application/reports+json'], { parseAs: 'string' }, json)
    route(reports, reportCspViolations, async ({ body, request }) => {
      if (await isTooMuch(request)) return
      for (const fault of cspFaults(body, settings.origin)) take(fault)
    })
  })

  route(app, listReleaseHealth, async ({ query }) => {
    await tally.flush()
    return { items: await readReleaseHealth(db, query.minutes) }
  })

  function take({ message, ...event }: TelemetryEvent): void {
    if (!event.again) tally.add(event)
    countEvent({ remote: event.remote, version: versionInMetrics(event), kind: event.kind })
    if (isFault(event)) logFault({ ...event, ...(message && { message: scrub(message) }) })
  }

  /** A made-up version must not become a series for ever. */
  function versionInMetrics({ remote, version }: TelemetryEvent): string {
    const release = `${remote} ${version}`
    if (releases.size < mostReleases) releases.add(release)
    return releases.has(release) ? version : 'other'
  }

  async function isTooMuch(request: FastifyRequest): Promise<boolean> {
    const token = cookie.read(request)
    const budgets = [
      { key: `telemetry:address:${addressGroup(request.ip)}`, max: ofAddress, window: hour },
      ...(token
        ? [{ key: `telemetry:session:${hashToken(token).toString('hex')}`, max: ofSession, window: hour }]
        : []),
    ]
    for (const budget of budgets) if ((await spend(db, budget)) !== null) return true
    return false
  }
}

function isFault({ kind }: TelemetryEvent): boolean {
  return kind === 'error' || kind === 'load_failure' || kind === 'csp'
}
