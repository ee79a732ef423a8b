import { localStore } from '@portal/shared/browser-storage'

// The time of the portal's servers. The clock of a phone may be hours or days off, and it must decide neither what
// «Сегодня» is nor whether something has ended.

const storageKey = 'chaevye:clock'

/** Smaller differences are ignored, because a response may take seconds to arrive. */
const MIN_DIFFERENCE_MS = 10_000

/** How far the servers' clock is ahead of the device's. It is stored for visits without a network. */
let aheadMs = Number(localStore.getItem(storageKey)) || 0
/** The time at which the server rendered this page. */
let renderedAt: number | undefined
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Milliseconds since 1970. */
export function now(): number {
  return Date.now() + aheadMs
}

/** The time that the page is hydrated with, which is the time of its HTML. */
export function renderedNow(): number {
  return renderedAt ?? now()
}

/** The time of the servers when the device's clock shows `deviceMs`. */
export function serverTime(deviceMs: number): number {
  return deviceMs + aheadMs
}

/** What the device's clock shows at `serverMs`, at most its present time. */
export function deviceTime(serverMs: number): number {
  return Math.min(serverMs - aheadMs, Date.now())
}

/** Records that the server rendered this page at `serverMs`. */
export function pageRendered(serverMs: number): void {
  renderedAt = serverMs
  correctClock(serverMs)
}

/** Records the time that a server has just told. */
export function correctClock(serverMs: number): void {
  const ahead = serverMs - Date.now()
  if (!(Math.abs(ahead - aheadMs) >= MIN_DIFFERENCE_MS)) return
  aheadMs = ahead
  localStore.setItem(storageKey, String(ahead))
  notify()
}

/**
 * Calls `listener` when the minute changes, the clock is corrected or the page is shown again. Returns a function that
 * stops it.
 */
export function onClockTick(listener: () => void): () => void {
  if (listeners.size === 0) start()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) stop()
  }
}

function notify(): void {
  for (const listener of listeners) listener()
}

function start(): void {
  // Timers stop while the phone sleeps.
  addEventListener('visibilitychange', notify)
  addEventListener('pageshow', notify)
  tickLater()
}

function stop(): void {
  removeEventListener('visibilitychange', notify)
  removeEventListener('pageshow', notify)
  clearTimeout(timer)
}

function tickLater(): void {
  timer = setTimeout(
    () => {
      notify()
      tickLater()
    },
    60_000 - (now() % 60_000),
  )
}
