import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { uuidPattern } from '@portal/contracts/uuid'

/** In lower case alone, as the log recognizes it. */
const uuid = new RegExp(`^${uuidPattern}$`)

/**
 * Returns the id that the caller gives its request, so that one id names it in the page, in the logs of all servers on the way
 * and in the audit trail; a new one for a caller without. It proves nothing: any caller may repeat an id.
 */
export function requestIdOf({ headers }: IncomingMessage): string {
  const { 'x-request-id': given } = headers
  return typeof given === 'string' && uuid.test(given) ? given : randomUUID()
}
