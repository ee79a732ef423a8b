import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { uuidPattern } from '@portal/contracts/uuid'

/** Only lower case, because the log recognizes only that as a UUID. */
const uuid = new RegExp(`^${uuidPattern}$`)

/**
 * Returns the id that the caller gave to its request, or a new one. The page, the logs of all servers and the audit
 * trail share this id. It proves nothing, because any caller may send any id.
 */
export function readRequestId({ headers }: IncomingMessage): string {
  const { 'x-request-id': given } = headers
  return typeof given === 'string' && uuid.test(given) ? given : randomUUID()
}
