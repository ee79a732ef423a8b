import { leaveApp, returnToApp } from '@portal/contracts/app-lock'
import { hasBeenSeen } from '@portal/shared/hide-on-leaving'
import { call } from '@portal/shared/http/call'
import type { QueryClient } from '@tanstack/react-query'
import { unlockPath } from '../back-path.ts'
import { sessionQuery } from '../load-session.ts'

/** Its messages say that a page of the portal was left. */
const CHANNEL = 'chaevye:left'
/** How long the report of another page that was left may take. */
const LEAVING_MS = 2000

/**
 * Reports to the server that the user leaves the page and returns, in a browser with a lock: the server locks the
 * session. Nothing of the page is seen in between, nor when it comes back from the browser's cache. A page that stays
 * visible beside one that was left reports that the user is there. Returns a function that ends it.
 */
export function startLeaveReports(client: QueryClient): () => void {
  const locksAfter = () => client.getQueryData(sessionQuery.queryKey)?.locks_after ?? null
  let left: { date: number; time: number } | undefined
  let reported: Promise<unknown> = Promise.resolve()
  let stopListening = () => {}

  function change(): void {
    stopListening()
    const minutes = locksAfter()
    if (minutes === null) {
      forget()
    } else if (document.visibilityState === 'hidden') {
      left = { date: Date.now(), time: performance.now() }
      cover(true)
      reported = reportLeaving()
      tellOtherPages()
      // The time is over, so the server need not be asked. Without a network it cannot be asked.
    } else if (left && msSince(left) >= minutes * 60_000) {
      location.replace(unlockPath(location.pathname + location.search))
    } else {
      forget()
      // Waits for the report of leaving, which would otherwise start the lock again. A 423 leads to the lock; it cannot
      // come without a network.
      reported.then(() => call(returnToApp, {})).catch(() => {})
      // A hidden page does not listen, since that would keep it out of the browser's cache.
      stopListening = onOtherLeft(change)
    }
  }

  function forget(): void {
    left = undefined
    cover(false)
  }

  // The lock may be set or removed while the page is open.
  let known = locksAfter()
  const stopWatching = client.getQueryCache().subscribe(() => {
    if (locksAfter() === known) return
    known = locksAfter()
    if (known === null || document.visibilityState === 'visible') change()
  })
  document.addEventListener('visibilitychange', change)
  // The page was opened again in time, so leaving the previous one no longer counts. Or it was left while this loaded.
  if (document.visibilityState === 'visible' || hasBeenSeen()) change()
  return () => {
    stopListening()
    stopWatching()
    forget()
    document.removeEventListener('visibilitychange', change)
  }
}

/** Calls back when another page was left, and the server knows it. Returns a function that ends it. */
function onOtherLeft(callback: () => void): () => void {
  const pages = new BroadcastChannel(CHANNEL)
  let timer: ReturnType<typeof setTimeout> | undefined
  pages.onmessage = () => {
    clearTimeout(timer)
    timer = setTimeout(callback, LEAVING_MS)
  }
  return () => {
    clearTimeout(timer)
    pages.close()
  }
}

function tellOtherPages(): void {
  const pages = new BroadcastChannel(CHANNEL)
  pages.postMessage(null)
  pages.close()
}

/** `performance.now()` may stand still while a phone sleeps, and the user may have set the clock back. */
function msSince(left: { date: number; time: number }): number {
  return Math.max(Date.now() - left.date, performance.now() - left.time)
}

/** Hides the page but keeps its layout, and with it the scroll position. */
function cover(isCovered: boolean): void {
  document.documentElement.style.opacity = isCovered ? '0' : ''
}

/** Sends a request that outlives the page, unlike an ordinary call. */
async function reportLeaving(): Promise<void> {
  const headers = { 'X-Requested-With': 'portal' }
  await fetch(`/api/v1${leaveApp.path}`, { method: leaveApp.method, keepalive: true, headers }).catch(() => {})
}
