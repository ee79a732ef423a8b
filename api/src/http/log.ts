import { uuidPattern } from '@portal/contracts/uuid'
import type { FastifyRequest } from 'fastify'
import { type DestinationStream, type Logger, pino } from 'pino'
import { requestContext } from '../process/request-context.ts'

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
      mixin: (_fields, _level, logger) => nameRequest(logger),
      hooks: { streamWrite: strikeOutNumbers },
    },
    destination,
  )
}

/** Adds the id of the request to a line, unless it is Fastify's own line, which has the id. */
function nameRequest(logger: Logger): object {
  const reqId = requestContext()?.requestId
  const { [pino.symbols.chindingsSym]: bindings } = logger as unknown as Record<symbol, string>
  return reqId === undefined || bindings?.includes('"reqId":') ? {} : { reqId }
}

const phoneOrCard = /(?<![\d.])(?:\+?[78]9\d{9}(?!\d)|\d(?: ?\d){12,18}(?!\d))/
// A UUID may contain digits like a phone number, so whole UUIDs are matched first.
const identifierOrNumber = new RegExp(`(${uuidPattern})|${phoneOrCard.source}`, 'g')

/** `+79001234567` and `2200123456789012` → `[redacted]`; a UUID stays as it is. */
export function strikeOutNumbers(line: string): string {
  return line.replace(identifierOrNumber, (_match, uuid?: string) => uuid ?? secret)
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
