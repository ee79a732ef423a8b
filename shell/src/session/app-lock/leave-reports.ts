import { leaveApp, returnToApp } from '@portal/contracts/app-lock'
import { call } from '@portal/shared/http/call'
import type { QueryClient } from '@tanstack/react-query'
import { unlockPath } from '../back-path.ts'
import { sessionQuery } from '../load-session.ts'

/**
 * Reports to the server that the user leaves the page and returns, in a browser with a lock: the server locks the
 * session. Nothing of the page is seen in between, nor when it comes back from the browser's
 * cache. Returns a function that ends it.
 */
export function startLeaveReports(client: QueryClient): () => void {
  const locksAfter = () => client.getQueryData(sessionQuery.queryKey)?.locks_after ?? null
  let left: { date: number; time: number } | undefined
  let reported: Promise<unknown> = Promise.resolve()

  function change(): void {
    const minutes = locksAfter()
    if (minutes === null) return
    if (document.visibilityState === 'hidden') {
      left = { date: Date.now(), time: performance.now() }
      cover(true)
      reported = reportLeaving()
      // The time is over, so the server need not be asked. Without a network it cannot be asked.
    } else if (left && msSince(left) >= minutes * 60_000) {
      location.replace(unlockPath(location.pathname + location.search))
    } else {
      cover(false)
      // Waits for the report of leaving, which would otherwise start the lock again. A 423 leads to the lock; it cannot
      // come without a network.
      reported.then(() => call(returnToApp, {})).catch(() => {})
    }
  }

  document.addEventListener('visibilitychange', change)
  // The page was opened again in time, so leaving the previous one no longer counts.
  if (document.visibilityState === 'visible') change()
  return () => document.removeEventListener('visibilitychange', change)
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
