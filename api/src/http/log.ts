import { uuidPattern } from '@portal/contracts/uuid'
import type { FastifyRequest } from 'fastify'
import { type DestinationStream, type Logger, pino } from 'pino'
import { requestContext } from '../process/request-context.ts'
import { activeSpan } from '../tracing/tracing.ts'
import { parseTraceId } from './trace-context.ts'

const secret = '[redacted]'

/** Names of secret fields in contracts, tables and headers. */
const secrets = [
  'phone',
  'phoneNumber',
  'phone_number',
  'number',
  'card_token',
  'password',
  'current_password',
  'password_hash',
  'code',
  'token',
  // The token of a password reset.
  'b',
  'cookie',
  'authorization',
]

/**
 * Creates the log. It must contain no phone, card, code, password or token: fields with these names are redacted,
 * requests are logged by their route and not by their address, and texts that look like a phone or a card number are
 * removed from every line.
 */
export function createLog(level: string, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: secrets.flatMap((name) => [name, `*.${name}`]),
        censor: secret,
      },
      serializers: { req: describeRequest, err: describeError },
      mixin: (_fields, _level, logger) => nameWork(logger),
      hooks: { streamWrite: strikeOutNumbers },
    },
    destination,
  )
}

/** Adds the ids of the request to a line, or of the trace of a job, unless the logger itself has them. */
function nameWork(logger: Logger): object {
  const { [pino.symbols.chindingsSym]: bindings } = logger as unknown as Record<symbol, string>
  if (bindings?.includes('"reqId":')) return {}
  const span = activeSpan()
  return requestContext()?.ids ?? (span ? { trace_id: parseTraceId(span.traceparent) } : {})
}

const phoneOrCard = /(?<![\d.])(?:\+?[78]9\d{9}(?!\d)|\d(?: ?\d){12,18}(?!\d))/
// An id may contain digits like a phone number, so whole ids are matched first.
const identifierOrNumber = new RegExp(`(${uuidPattern}|"trace_id":"[\\da-f]{32}")|${phoneOrCard.source}`, 'g')

/** `+79001234567` and `2200123456789012` → `[redacted]`; a UUID and the id of a trace stay as they are. */
export function strikeOutNumbers(line: string): string {
  return line.replace(identifierOrNumber, (_match, id?: string) => id ?? secret)
}

function describeRequest(request: FastifyRequest) {
  return { method: request.method, route: request.routeOptions?.url, ip: request.ip }
}

/** Leaves out `detail` and other fields in which PostgreSQL quotes the row. */
function describeError(error: Error) {
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...('code' in error && { reason: error.code }),
  }
}
