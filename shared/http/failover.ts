import type { ApiError } from '@portal/shared/http/api-error'

let isActive = false
const listeners = new Set<() => void>()

/** Learns from each response of the API: a standby has served it, or nothing that moves money can be served now. */
export function noteFailover(isOfStandby: boolean, error: ApiError | undefined): void {
  const isNow = isOfStandby || error?.code === 'database_failover'
  // A rejection for another reason, or no response, says nothing of the database.
  if (isNow === isActive || (error && !isNow)) return
  isActive = isNow
  for (const listener of listeners) listener()
}

/** Whether the database is changing its primary, for some seconds: lists are shown, and no money moves. */
export function isInFailover(): boolean {
  return isActive
}

/** Returns what stops listening. */
export function onFailoverChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
