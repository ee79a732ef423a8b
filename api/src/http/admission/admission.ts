import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Endpoint } from '@portal/contracts/endpoint'
import { createRequestContext, runInContext } from '../../request-context.ts'
import type { Settings } from '../../settings.ts'
import type { Metrics } from '../metrics.ts'
import { whenBodyReceived } from './body-received.ts'
import { createCallers } from './callers.ts'
import { createEndpointFinder } from './endpoint-finder.ts'
import { createFairTurns, leaveLater } from './fair-turns.ts'
import { createGate, type GateLimits, type Ticket } from './gate.ts'
import { laneOf, transfersFile } from './lanes.ts'
import { priorityName, priorityOf } from './priorities.ts'
import { createReadingPauses } from './reading-pauses.ts'
import { sendRejection } from './rejection.ts'
import { createRequestWeights } from './request-weights.ts'

export type AdmissionLimits = GateLimits & { deadlineMs: number }

/** Measured: docs/decisions/0020-admission.md. */
export const admissionLimits: AdmissionLimits = {
  concurrency: 16,
  queueLength: 64,
  parkedLength: 2_000,
  maxWaitMs: 500,
  deadlineMs: 10_000,
}

/** A file goes over a slow connection; a batch of the payment side has a thousand tips, a file of an operator a whole team. */
const LONG_DEADLINE_MS = 60_000

export type Admission = ReturnType<typeof createAdmission>

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Decides which requests of the API run now, which wait, and which are rejected, before anything else is done for them. */
export function createAdmission(settings: Settings, metrics: Metrics, limits: AdmissionLimits) {
  const gate = createGate(limits)
  const callers = createCallers(settings)
  const endpoints = createEndpointFinder()
  const readingPauses = createReadingPauses()
  const requestWeights = createRequestWeights()

  const rejections = metrics.counter({
    name: 'portal_requests_rejected_total',
    help: 'Rejected by admission, by priority and reason',
    labels: ['priority', 'reason'],
  })
  metrics.gauge(
    {
      name: 'portal_requests_admission',
      help: 'Requests by state: running, queued for all, parked for their own caller',
      labels: ['state'],
    },
    () => Object.entries(gate.count).map(([state, value]) => ({ labels: { state }, value })),
  )

  function admit(request: IncomingMessage, response: ServerResponse, endpoint: Endpoint | null, handle: Handler): void {
    const caller = callers.find(request)
    const priority = priorityOf(endpoint)
    // Requests that pages send by themselves, such as telemetry, reduce no other caller's share.
    if (priorityName(priority) !== 'background') callers.seen(caller.key, performance.now())
    const weight = caller.isStranger ? requestWeights.add(caller.key, performance.now()) : 0
    let wasParked = false
    let context: ReturnType<typeof createRequestContext> | undefined

    const ticket: Ticket = {
      priority,
      lane() {
        // A session that was new when the request came may be known by now.
        const now = wasParked ? callers.find(request) : caller
        wasParked = true
        const lane = laneOf(endpoint, now, callers.isShared(now.key, performance.now()))
        return { ...lane, weight: now.isStranger ? weight : 0 }
      },
      start() {
        context = createRequestContext({
          deadlineMs: deadlineOf(endpoint),
          onSettled: () => (endpoint ? void setImmediate(() => gate.leave(ticket)) : leaveLater(gate, ticket)),
          onLeavePlace: () => gate.leavePlace(ticket),
        })
        if (endpoint && transfersFile(endpoint)) context.leavePlace()
        runInContext(context, () => handle(request, response))
      },
      reject(reason) {
        rejections.inc({ priority: priorityName(priority), reason })
        sendRejection(response, reason)
        // A proxy sends the next request of another client over it.
        if (!callers.isProxy(request)) response.once('close', () => readingPauses.pause(request.socket))
      },
    }
    response.once('close', () => {
      if (!context) return gate.leave(ticket)
      // The response of a read has no reader any more; a change is completed.
      if (!response.writableFinished && request.method === 'GET') context.cancel()
      context.responseEnded()
    })
    gate.enter(ticket)
  }

  const inFairTurns = createFairTurns({
    trustProxy: settings.trustProxy,
    findUser(request) {
      const { key, isUser } = callers.find(request)
      return isUser ? key : undefined
    },
    onReject: (reason) => rejections.inc({ priority: 'list', reason }),
  })

  function deadlineOf(endpoint: Endpoint | null): number {
    const isLong = endpoint !== null && (transfersFile(endpoint) || ['service', 'admin'].includes(endpoint.access))
    return isLong ? LONG_DEADLINE_MS : limits.deadlineMs
  }

  return {
    /** Adds an endpoint, which then has its own priority; any other is served as a list. */
    add: endpoints.add,
    learn: callers.learn,
    count: gate.count,

    /**
     * Handles a request before all else in a server. `apiAlone`: requests outside of the API's paths pass, as for a
     * development server, which works on a response for seconds.
     */
    guard(handle: Handler, { apiAlone = false } = {}): Handler {
      const handleOther = apiAlone ? handle : inFairTurns(handle)
      return (request, response) => {
        const found = endpoints.find(request.method, request.url)
        if (!found) return handleOther(request, response)
        whenBodyReceived(request, () => {
          if (!request.socket.destroyed) admit(request, response, found.endpoint, handle)
        })
      }
    },
  }
}
