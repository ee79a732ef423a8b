import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ApiProblem } from '@portal/contracts/api-problem'
import { type Endpoint, isDownload, type Priority } from '@portal/contracts/endpoint'
import type { Counter } from '@prometheus-io/client'
import { createRequestContext, type RequestContext, runInContext } from '../../process/request-context.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Metrics } from '../metrics.ts'
import { type Caller, createCallers } from './callers.ts'
import { createEndpointFinder } from './endpoint-finder.ts'
import { Gate, type Limits, type Rejection, type Ticket } from './gate.ts'

export type AdmissionLimits = Limits & { maxWaitMs: number; deadlineMs: number }

/** The reasons are in docs/decisions/0098-the-edge-belongs-to-nginx.md. */
export const ADMISSION_LIMITS: AdmissionLimits = { running: 16, waiting: 64, maxWaitMs: 500, deadlineMs: 10_000 }
/** The limits of one user. A page with its tabs may send more requests at the same time; the others wait. */
export const USER_LIMITS: Limits = { running: 4, waiting: 16 }
/**
 * Searches and statistics of one user run one after the other, because a few of them at the same time take all cores of
 * the database. One user's groups together must stay below half of the queue, or their requests reject those of others.
 */
const USER_SLOW_READ_LIMITS: Limits = { running: 1, waiting: 8 }
/** Half of the queue of unknown callers, so that users at another address can still sign in. */
export const ADDRESS_LIMITS: Limits = { running: 4, waiting: 16 }
export const SERVICE_LIMITS: Limits = { running: 8, waiting: 32 }
/** Uploads and exports take as long as the user's connection needs. They must not delay other requests. */
const FILE_LIMITS: Limits = { running: 2, waiting: 4 }
/** A file goes over a slow connection, and a batch of the payment side has a thousand tips. */
const LONG_DEADLINE_MS = 60_000

const priorities = ['money', 'session', 'list', 'background'] as const satisfies readonly Priority[]

/** When a rejected client may try again. Clients add a random part. */
const RETRY_AFTER_SECONDS = { overloaded: 2, too_many_requests: 1 } satisfies Record<Rejection, number>
const STATUSES = { overloaded: 503, too_many_requests: 429 } satisfies Record<Rejection, number>

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A request of the API, and the function that runs it once it is admitted. */
type Candidate = {
  request: IncomingMessage
  response: ServerResponse
  /** Null for a path of the API without an endpoint. */
  endpoint: Endpoint | null
  handle: Handler
}

/** Decides which requests of the API run, wait or are rejected, before anything else is done for them. */
export class Admission {
  readonly #limits: AdmissionLimits
  readonly #gate: Gate
  readonly #callers: ReturnType<typeof createCallers>
  readonly #endpoints = createEndpointFinder()
  readonly #rejections: Counter<'priority' | 'reason'>

  constructor(settings: Settings, metrics: Metrics, limits: AdmissionLimits) {
    this.#limits = limits
    this.#gate = new Gate(limits)
    this.#callers = createCallers(settings)
    this.#rejections = metrics.counter({
      name: 'portal_requests_rejected_total',
      help: 'Rejected by admission, by priority and reason',
      labels: ['priority', 'reason'],
    })
    metrics.gauge(
      { name: 'portal_requests_admission', help: 'Requests by state: running, waiting', labels: ['state'] },
      () => Object.entries(this.count).map(([state, value]) => ({ labels: { state }, value })),
    )
  }

  get count(): Limits {
    return this.#gate.count
  }

  /** Adds an endpoint with its priority. Other requests have the priority of lists. */
  add(endpoint: Endpoint): void {
    this.#endpoints.add(endpoint)
  }

  /** Stores the user of this request's session, which the session guard has found. */
  learn(request: IncomingMessage, userId: string): void {
    this.#callers.learn(request, userId)
  }

  /** Wraps the handler of a server. Requests that are not for the API pass. */
  guard(handle: Handler): Handler {
    return (request, response) => {
      const found = this.#endpoints.find(request.method, request.url)
      if (!found) return handle(request, response)
      whenBodyReceived(request, () => {
        if (!request.socket.destroyed) this.#admit({ request, response, endpoint: found.endpoint, handle })
      })
    }
  }

  #admit({ request, response, endpoint, handle }: Candidate): void {
    const caller = this.#callers.find(request)
    const priority = requestPriority(endpoint)
    let context: RequestContext | undefined
    const ticket: Ticket = {
      priority: priorities.indexOf(priority),
      caller: callerGroup(caller, endpoint),
      isUnknown: caller.isUnknown,
      start: () => {
        context = this.#createContext(ticket, endpoint)
        runInContext(context, () => handle(request, response))
      },
      reject: (reason) => {
        this.#rejections.inc({ priority, reason })
        sendRejection(response, reason)
      },
    }
    response.once('close', () => {
      if (!context) return this.#gate.leave(ticket)
      // A read is canceled because nobody reads its response any more. A change is completed.
      if (!response.writableFinished && request.method === 'GET') context.cancel()
      context.responseEnded()
    })
    this.#gate.enter(ticket)
  }

  #createContext(ticket: Ticket, endpoint: Endpoint | null): RequestContext {
    const context = createRequestContext({
      deadlineMs: isLong(endpoint) ? LONG_DEADLINE_MS : this.#limits.deadlineMs,
      // In a later turn of the event loop, so that other work can run between many cheap requests.
      onSettled: () => void setImmediate(() => this.#gate.leave(ticket)),
      onSlotReleased: () => this.#gate.releaseSlot(ticket),
    })
    if (transfersFile(endpoint)) context.releaseSlot()
    return context
  }
}

/** A change is something that a user has just confirmed, and a file can be fetched later. */
function requestPriority(endpoint: Endpoint | null): Priority {
  if (!endpoint) return 'list'
  if (endpoint.priority) return endpoint.priority
  if (endpoint.beacon || endpoint.access === 'monitor' || isDownload(endpoint)) return 'background'
  return endpoint.method === 'GET' ? 'list' : 'session'
}

function callerGroup({ key, isUser, isUnknown }: Caller, endpoint: Endpoint | null): Ticket['caller'] {
  if (transfersFile(endpoint)) return { key: `${key} file`, limits: FILE_LIMITS }
  if (isUser && isSlowRead(endpoint)) return { key: `${key} slow read`, limits: USER_SLOW_READ_LIMITS }
  if (isUser) return { key, limits: USER_LIMITS }
  return isUnknown ? { key, limits: ADDRESS_LIMITS } : { key: `${key} service`, limits: SERVICE_LIMITS }
}

/** A `GET` without a priority of its own is cheap, and a withdrawal may need it. */
function isSlowRead(endpoint: Endpoint | null): boolean {
  return endpoint?.method === 'GET' && (endpoint.priority === 'list' || endpoint.priority === 'background')
}

/** An upload or an export. */
function transfersFile(endpoint: Endpoint | null): boolean {
  return endpoint !== null && (endpoint.consumes !== undefined || isDownload(endpoint))
}

function isLong(endpoint: Endpoint | null): boolean {
  return transfersFile(endpoint) || endpoint?.access === 'service' || endpoint?.access === 'admin'
}

function sendRejection(response: ServerResponse, code: Rejection): void {
  const problem: ApiProblem = { code, message: code.replaceAll('_', ' '), retry_after: RETRY_AFTER_SECONDS[code] }
  const body = JSON.stringify(problem)
  response.writeHead(STATUSES[code], {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'cache-control': 'no-store',
    'retry-after': String(RETRY_AFTER_SECONDS[code]),
    'x-content-type-options': 'nosniff',
  })
  response.end(body)
}

/**
 * Calls `next` when the body has been received, or as much of it as is buffered. A slow connection thus holds no slot
 * of the running requests. Most bodies come in one packet with their headers.
 */
export function whenBodyReceived(request: IncomingMessage, next: () => void): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  const isReceived = () => request.complete || request.readableLength >= request.readableHighWaterMark
  const check = () => {
    if (!isReceived()) return
    request.off('readable', check)
    next()
  }
  if (encoding === undefined && (length === undefined || length === '0')) next()
  else
    process.nextTick(() => {
      if (isReceived()) next()
      else request.on('readable', check)
    })
}
