import { canReachPortal } from '@portal/shared/http/can-reach-portal'
import { useSyncExternalStore } from 'react'

// `navigator.onLine` may be false in networks that work, and true in networks that do not. Only requests tell: one that
// got a response, or one that did not.

const PROBE_INTERVAL_MS = 3_000

let online = true
let responses = 0
let probing: Promise<boolean> | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

export function isOnline(): boolean {
  return online
}

/** Records that a request got a response, whatever its status. */
export function responseArrived(): void {
  responses += 1
  setOnline(true)
}

/**
 * Finds out whether the portal can be reached, after a request got no response or the browser has reported a change.
 * Returns what `isOnline` returns then.
 */
export function checkNetwork(): Promise<boolean> {
  probing ??= probe().finally(() => {
    probing = undefined
  })
  return probing
}

async function probe(): Promise<boolean> {
  const before = responses
  if (await canReachPortal()) responseArrived()
  else if (responses === before) setOnline(false)
  return online
}

function setOnline(now: boolean): void {
  clearTimeout(timer)
  // A hidden page checks when it is shown again.
  if (!now) timer = setTimeout(() => document.visibilityState === 'visible' && checkNetwork(), PROBE_INTERVAL_MS)
  if (now === online) return
  online = now
  for (const listener of listeners) listener()
}

function checkAfterEvent(event?: Event): void {
  if (document.visibilityState === 'hidden') return
  if (!online || !navigator.onLine || event?.type === 'offline') void checkNetwork()
}

/** Calls `listener` when the network is lost or back. Returns a function that stops listening. */
export function onNetworkChange(listener: () => void): () => void {
  if (listeners.size === 0) {
    for (const event of ['online', 'offline', 'visibilitychange', 'pageshow']) addEventListener(event, checkAfterEvent)
    checkAfterEvent()
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    for (const event of ['online', 'offline', 'visibilitychange', 'pageshow'])
      removeEventListener(event, checkAfterEvent)
  }
}

/** Whether requests get responses. On the server it is always true. */
export function useOnline(): boolean {
  return useSyncExternalStore(onNetworkChange, isOnline, () => true)
}
