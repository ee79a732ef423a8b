import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { toTraceparent } from '@portal/contracts/traceparent'
import { uuidPattern } from '@portal/contracts/uuid'
import type { FastifyServerOptions } from 'fastify'
import { activeSpan } from '../tracing/tracing.ts'

/**
 * Only lower case, because the log recognizes only that as a UUID. Its second half is the id of a span, which must not
 * be zero.
 */
const validRequestId = new RegExp(`^(?!.*-0000-0{12}$)${uuidPattern}$`)

/**
 * Returns the id that the caller gave to its request, or a new one. The page, the logs of all servers and the audit
 * trail share this id. It proves nothing, because any caller may send any id.
 */
export function readRequestId({ headers }: IncomingMessage): string {
  const { 'x-request-id': given } = headers
  return typeof given === 'string' && validRequestId.test(given) ? given : randomUUID()
}

/** Neither the trace nor the second half of its id, which `toTraceparent` makes a span, may be zero. */
const validTraceparent = /^00-(?![\da-f]{16}0{16})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/

type Headers = Record<string, string | string[] | undefined>
type NamedRequest = { id: string; headers: Headers }

/**
 * Returns a `traceparent` with the trace that the caller gave to its request, or with the request's own id. Any caller
 * may name any trace, but does not decide whether it is sent.
 */
export function readTraceparent({ traceparent: given }: Headers, requestId: string): string {
  return toTraceparent(isTraceparent(given) ? parseTraceId(given) : requestId)
}

export function isTraceparent(given: unknown): given is string {
  return typeof given === 'string' && validTraceparent.test(given)
}

/** `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01` → `0af7651916cd43dd8448eb211c80319c` */
export function parseTraceId(traceparent: string): string {
  return traceparent.slice(3, 35)
}

/** Returns the `traceparent` for the calls that a request makes. While traces are on, it has the active span. */
export function currentTraceparent({ headers, id }: NamedRequest): string {
  return activeSpan()?.traceparent ?? readTraceparent(headers, id)
}

/** The headers of a response by which its request is found in the logs. Browsers show the second among the timings. */
export function requestIds(request: NamedRequest) {
  return { 'x-request-id': request.id, 'server-timing': `traceparent;desc="${currentTraceparent(request)}"` }
}

/** Creates the logger of a request, whose lines have the ids of the request and of its trace. */
export const createRequestLogger: NonNullable<FastifyServerOptions['childLoggerFactory']> = (
  log,
  ids,
  options,
  { headers },
) => log.child({ ...ids, trace_id: parseTraceId(readTraceparent(headers, String(ids.reqId))) }, options)
