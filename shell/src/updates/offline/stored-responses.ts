import { localStore, storedObject } from '@portal/shared/browser-storage'
import { now } from '@portal/shared/http/clock'
import { storedUser } from '@portal/shared/session/store'
import { STORED_RESPONSES_KEY } from '../../session/session-events.ts'

/** `at`: the time of the response by the servers' clock, in milliseconds. */
export type StoredResponse = { data: unknown; at: number }

/**
 * The responses for reading without a network: balances, operations and names as the screens show them. Contains no
 * phone, card or code.
 */
export type StoredResponses = {
  userId: string
  /** The end of the user's session in ISO 8601. Nothing is read after it. */
  until: string
  session: StoredResponse
  /** Responses by restaurant, then by name: `mfe-tips/period`. */
  restaurants: Record<string, Record<string, StoredResponse>>
}

const storage = storedObject<StoredResponses>(localStore, STORED_RESPONSES_KEY, (stored) =>
  stored.userId === storedUser()?.id && Date.parse(stored.until ?? '') > now() ? (stored as StoredResponses) : null,
)

/** Returns null when nothing is stored for the signed-in user. */
export function readStoredResponses(): StoredResponses | null {
  const stored = storage.read()
  if (!stored) storage.remove()
  return stored
}

export function writeStoredResponses(stored: StoredResponses): void {
  // Another tab may have signed out while this one was about to write.
  if (stored.userId !== storedUser()?.id) return
  storage.write(stored)
}
