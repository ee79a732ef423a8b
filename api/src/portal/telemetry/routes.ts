import { createHmac } from 'node:crypto'
import { scrub } from '@portal/contracts/scrub'
import {
  listReleaseHealth,
  reportCspViolations,
  reportLiveReleases,
  reportTelemetry,
  type TelemetryEvent,
} from '@portal/contracts/telemetry'
import type { FastifyRequest } from 'fastify'
import type { App } from '../../http/app-dependencies.ts'
import type { Metrics } from '../../http/metrics.ts'
import { addressBudgets, consumeEach } from '../../http/rate-limit.ts'
import { route } from '../../http/route.ts'
import { hashToken, sessionCookie } from '../../identity/session/token.ts'
import type { PortalDependencies } from '../dependencies.ts'
import { cspFaults } from './csp-report.ts'
import { createFaultLog } from './fault-log.ts'
import { addLiveReleases, createLiveReleases } from './live-releases.ts'
import { findReportingUser, type ReportingUser, readReleaseHealth } from './repository.ts'

const HOUR_SECONDS = 60 * 60
/** The maximum of reports in an hour. A restaurant or a whole mobile network may share an address. */
const MAX_OF_ADDRESS = 3_000
const MAX_OF_USER = 240

/** The maximum of different faults in ten minutes of the log. */
const MAX_FAULTS = { user: 300, stranger: 50 }

/**
 * Counts the events that pages of signed-in users report of releases in the registry. Events of strangers are a metric
 * of their own and a few lines of the log; they are not stored, and canaries are not judged by them.
 */
export function telemetryRoutes(app: App, { db, settings, log, tally }: PortalDependencies, metrics: Metrics): void {
  const live = createLiveReleases(db)
  const logFault = {
    user: createFaultLog(log, 'user', MAX_FAULTS.user),
    stranger: createFaultLog(log, 'stranger', MAX_FAULTS.stranger),
  }
  const reportedEvents = metrics.counter({
    name: 'portal_telemetry_events_total',
    help: 'What pages reported of the releases they ran',
    labels: ['remote', 'version', 'kind', 'reporter'],
  })
  const cookie = sessionCookie(settings)
  app.addHook('onClose', () => tally.flush().catch((err: unknown) => log.warn({ err }, 'telemetry is not stored')))

  route(app, reportTelemetry, ({ body, request }) => take(body.events, request))

  // In a plugin of its own, so that no other route accepts a body of these types.
  app.register(async (reports) => {
    const json = reports.getDefaultJsonParser('error', 'ignore')
    reports.addContentTypeParser(['application/csp-report', 'application/reports+json'], { parseAs: 'string' }, json)
    route(reports, reportCspViolations, ({ body, request }) => take(cspFaults(body, settings.origin), request))
  })

  route(app, reportLiveReleases, ({ body }) => addLiveReleases(db, body.releases))

  route(app, listReleaseHealth, async ({ query }) => {
    await tally.flush()
    return { items: await readReleaseHealth(db, query.minutes) }
  })

  async function take(events: readonly TelemetryEvent[], request: FastifyRequest): Promise<void> {
    const token = cookie.read(request)
    const user = token === undefined ? undefined : await findReportingUser(db, hashToken(token))
    if (await isTooMuch(request, user?.id)) return
    for (const event of events) if (await live.has(event)) takeEvent(event, user)
  }

  function takeEvent({ message, ...event }: TelemetryEvent, user: ReportingUser | undefined): void {
    const { remote, version, kind } = event
    const reporter = user === undefined ? 'stranger' : 'user'
    reportedEvents.inc({ remote, version, kind, reporter })
    if (isFault(kind)) logFault[reporter]({ ...event, ...(message && { message: scrub(message) }) })
    if (user === undefined) return
    if (!event.again) tally.add(event)
    if (!isAttempt(kind) || user.restaurantId === null) return
    const hashes = { reporter: hashFor(event, user.id), restaurant: hashFor(event, user.restaurantId) }
    tally.addReporter({ remote, version, ...hashes, isFailed: kind !== 'start' })
  }

  /** Shows that two events of a release are of one user or restaurant, and nothing of another release. */
  function hashFor({ remote, version }: TelemetryEvent, id: string): Buffer {
    return createHmac('sha256', settings.otpPeppers[0].value).update(`telemetry ${id} ${remote} ${version}`).digest()
  }

  /** Each user has a separate budget, which no other caller at this address can consume. */
  async function isTooMuch({ ip }: FastifyRequest, userId: string | undefined): Promise<boolean> {
    const budgets =
      userId === undefined
        ? addressBudgets('telemetry:address', ip, MAX_OF_ADDRESS)
        : [{ key: `telemetry:user:${userId}`, max: MAX_OF_USER, window: HOUR_SECONDS }]
    return (await consumeEach(db, budgets)) !== null
  }
}

function isFault(kind: TelemetryEvent['kind']): boolean {
  return kind === 'error' || kind === 'load_failure' || kind === 'csp'
}

/** Kinds of events about a running release. */
function isAttempt(kind: TelemetryEvent['kind']): boolean {
  return kind === 'start' || kind === 'error' || kind === 'load_failure'
}
