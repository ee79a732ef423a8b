import type { ApiError } from '@portal/shared/http/api-error'

let isActive = false
const listeners = new Set<() => void>()

/** Learns from each response of the API whether the database can be reached. */
export function noteFailover(error: ApiError | undefined): void {
  const isNow = error?.code === 'database_failover'
  // A rejection for another reason, or a missing response, says nothing about the database.
  if (isNow === isActive || (error && !isNow)) return
  isActive = isNow
  for (const listener of listeners) listener()
}

/** Whether the database is changing its primary, which takes some seconds. */
export function isInFailover(): boolean {
  return isActive
}

/** Returns a function that stops listening. */
export function onFailoverChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
