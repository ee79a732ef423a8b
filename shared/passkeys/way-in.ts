import { localStore } from '@portal/shared/browser-storage'

export type WayIn = 'password' | 'passkey'

const storageKey = 'chaevye:way-in'

/** Stored per browser, not per user: it outlives the session and names no one. */
export function rememberWayIn(way: WayIn): void {
  if (way === 'passkey') localStore.setItem(storageKey, way)
  else localStore.removeItem(storageKey)
}

/** Returns the way that the next sign-in in this browser is likely to take. */
export function lastWayIn(): WayIn {
  return localStore.getItem(storageKey) === 'passkey' ? 'passkey' : 'password'
}
