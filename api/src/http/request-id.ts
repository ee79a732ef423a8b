import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { uuidPattern } from '@portal/contracts/uuid'

/** Only in lower case, as the log recognizes it. */
const uuid = new RegExp(`^${uuidPattern}$`)

/**
 * Returns the id that the caller gave to its request, or a new one. The page, the logs of all servers on the way and
 * the audit trail share this id. It proves nothing, since any caller may repeat an id.
 */
export function readRequestId({ headers }: IncomingMessage): string {
  const { 'x-request-id': given } = headers
  return typeof given === 'string' && uuid.test(given) ? given : randomUUID()
}
