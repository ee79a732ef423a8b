import { leaveApp, returnToApp } from '@portal/contracts/app-lock'
import { call } from '@portal/shared/http/call'
import type { QueryClient } from '@tanstack/react-query'
import { unlockPath } from '../routing/back-path.ts'
import { sessionQuery } from '../session/load-session.ts'

/**
 * Reports to the server that the user leaves the page and returns, in a browser with a lock: the server locks the
 * session. Nothing of the page is seen in between, nor when it comes back from the browser's cache.
 * Returns what ends it.
 */
export function watchLeaving(client: QueryClient): () => void {
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
      // Without a network the server cannot be asked, and need not be.
    } else if (left && msSince(left) >= minutes * 60_000) {
      location.replace(unlockPath(location.pathname + location.search))
    } else {
      cover(false)
      // Not before the leaving, which would start the lock again. 423 leads to the page of the lock,
      // and does not come without a network.
      reported.then(() => call(returnToApp, {})).catch(() => {})
    }
  }

  document.addEventListener('visibilitychange', change)
  // A page that was opened again in time: the leaving of the one before counts no longer.
  if (document.visibilityState === 'visible') change()
  return () => document.removeEventListener('visibilitychange', change)
}

/** `performance.now()` may stand still while a phone sleeps, and the user may have set the clock back. */
function msSince(left: { date: number; time: number }): number {
  return Math.max(Date.now() - left.date, performance.now() - left.time)
}

/** The layout stays, and with it the place where the user was reading. */
function cover(covered: boolean): void {
  document.documentElement.style.opacity = covered ? '0' : ''
}

/** Outlives the page, as no ordinary call does. */
async function reportLeaving(): Promise<void> {
  const headers = { 'X-Requested-With': 'portal' }
  await fetch(`/api/v1${leaveApp.path}`, { method: leaveApp.method, keepalive: true, headers }).catch(() => {})
}
