import { type Endpoint, isDownload } from '@portal/contracts/endpoint'
import type { Caller } from './callers.ts'
import type { Lane } from './gate.ts'

/** The maximum of one caller's requests at once: alone, and while other callers send requests. */
const userLimits = { alone: 8, shared: 2 }
/** An address may be a restaurant's, with all who work there; sessions that are known do not count for it. */
const addressLimits = { alone: 16, shared: 8 }
const FILE_LIMIT = 2
/** The description of the API, or a path that is not there: any stranger may request it, and no page does. */
const UNLISTED_LIMIT = 1

/** An upload or an export: it lasts as long as the connection of its caller is slow. */
export function transfersFile(endpoint: Endpoint): boolean {
  return endpoint.consumes !== undefined || isDownload(endpoint)
}

/** Orders and codes of one user wait for each other: their locks in the database would make them anyway, with a connection held. */
export function laneOf(endpoint: Endpoint | null, { key, isUser, isStranger }: Caller, isShared: boolean): Lane {
  if (isUser && endpoint?.priority === 'money' && endpoint.method !== 'GET') return { key: `${key} money`, limit: 1 }
  if (!endpoint) return { key: `${key} unlisted`, limit: UNLISTED_LIMIT, isStranger }
  if (transfersFile(endpoint)) return { key: `${key} file`, limit: FILE_LIMIT, isStranger }
  const limits = isUser ? userLimits : addressLimits
  return { key, limit: isShared ? limits.shared : limits.alone, isStranger }
}
