import { createHmac } from 'node:crypto'
import { scrub } from '@portal/contracts/scrub'
import type { TelemetryEvent } from '@portal/contracts/telemetry'
import type { Counter } from '@prometheus-io/client'
import type { FastifyRequest } from 'fastify'
import type { Metrics } from '../../http/metrics.ts'
import { addressBudgets, consumeEach } from '../../http/rate-limit.ts'
import { hashToken, sessionCookie } from '../../identity/session/token.ts'
import type { PortalDependencies } from '../dependencies.ts'
import type { FaultExport } from './fault-export.ts'
import { createFaultLog } from './fault-log.ts'
import { createLiveReleases } from './live-releases.ts'
import { findReportingUser, type ReportingUser } from './repository.ts'

const HOUR_SECONDS = 60 * 60
/** The most reports of an address in an hour. A restaurant or a whole mobile network may share an address. */
const MAX_OF_ADDRESS = 3_000
const MAX_OF_USER = 240

/** The most different faults that are logged in ten minutes. `stranger` means anonymous clients. */
const MAX_FAULTS = { user: 300, stranger: 50 }

type Dependencies = Pick<PortalDependencies, 'db' | 'settings' | 'log' | 'tally'>

/**
 * Counts the events that pages of signed-in users report about releases of the registry. Events of anonymous clients
 * are not stored and do not count for canaries: they only have a metric of their own and a few lines of the log.
 */
export class ReportedEvents {
  readonly #deps: Dependencies
  readonly #cookie: ReturnType<typeof sessionCookie>
  readonly #liveReleases: ReturnType<typeof createLiveReleases>
  readonly #logFault: Record<'user' | 'stranger', (fault: TelemetryEvent) => void>
  readonly #counter: Counter<'remote' | 'version' | 'kind' | 'reporter'>

  constructor(deps: Dependencies, metrics: Metrics, faultExport: FaultExport | undefined) {
    const { db, settings, log } = deps
    this.#deps = deps
    this.#cookie = sessionCookie(settings)
    this.#liveReleases = createLiveReleases(db)
    this.#logFault = {
      user: createFaultLog(log, { reporter: 'user', maxFaults: MAX_FAULTS.user, faultExport }),
      stranger: createFaultLog(log, { reporter: 'stranger', maxFaults: MAX_FAULTS.stranger, faultExport }),
    }
    this.#counter = metrics.counter({
      name: 'portal_telemetry_events_total',
      help: 'What pages reported of the releases they ran',
      labels: ['remote', 'version', 'kind', 'reporter'],
    })
  }

  async take(events: readonly TelemetryEvent[], request: FastifyRequest): Promise<void> {
    const token = this.#cookie.read(request)
    const user = token === undefined ? undefined : await findReportingUser(this.#deps.db, hashToken(token))
    if (await this.#isTooMuch(request, user?.id)) return
    for (const event of events) if (await this.#liveReleases.has(event)) this.#takeEvent(event, user)
  }

  #takeEvent({ message, ...event }: TelemetryEvent, user: ReportingUser | undefined): void {
    const { tally } = this.#deps
    const { remote, version, kind } = event
    const reporter = user === undefined ? 'stranger' : 'user'
    this.#counter.inc({ remote, version, kind, reporter })
    if (isFault(kind)) this.#logFault[reporter]({ ...event, ...(message && { message: scrub(message) }) })
    if (user === undefined) return
    if (!event.again) tally.add(event)
    if (!isAttempt(kind) || user.restaurantId === null) return
    const hashes = { reporter: this.#hash(event, user.id), restaurant: this.#hash(event, user.restaurantId) }
    tally.addReporter({ remote, version, ...hashes, isFailed: kind !== 'start' })
  }

  /** A hash that identifies a user or a restaurant, differently for each release. */
  #hash({ remote, version }: TelemetryEvent, id: string): Buffer {
    const [pepper] = this.#deps.settings.otpPeppers
    return createHmac('sha256', pepper.value).update(`telemetry ${id} ${remote} ${version}`).digest()
  }

  /** Consumes a budget. Each user has their own, which other callers at the same address cannot consume. */
  async #isTooMuch({ ip }: FastifyRequest, userId: string | undefined): Promise<boolean> {
    const budgets =
      userId === undefined
        ? addressBudgets('telemetry:address', ip, MAX_OF_ADDRESS)
        : [{ key: `telemetry:user:${userId}`, max: MAX_OF_USER, window: HOUR_SECONDS }]
    return (await consumeEach(this.#deps.db, budgets)) !== null
  }
}

function isFault(kind: TelemetryEvent['kind']): boolean {
  return kind === 'error' || kind === 'load_failure' || kind === 'csp'
}

/** Whether the event is about an attempt to run a release. */
function isAttempt(kind: TelemetryEvent['kind']): boolean {
  return kind === 'start' || kind === 'error' || kind === 'load_failure'
}
