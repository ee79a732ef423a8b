import { onNavigate } from './navigations.ts'
import { openRemotes } from './opened-sections.ts'
import { stopSections } from './verdicts.ts'

/** More entries than a user makes; a browser ignores them from about 100 in 10 s on. */
const MAX_ENTRIES = 60
const periodMs = 5_000

/** Ends a section while the address changes again and again. */
export function limitNavigations(realm: Window): void {
  const times: number[] = []
  onNavigate(realm, (_, isInPage) => {
    if (isInPage) count(times)
  })
}

function count(times: number[]): void {
  const now = performance.now()
  times.push(now)
  while (now - (times[0] ?? now) > periodMs) times.shift()
  if (times.length <= MAX_ENTRIES) return
  times.length = 0
  for (const remote of openRemotes()) {
    stopSections(remote, 'NavigationLoop', `More than ${MAX_ENTRIES} navigations in ${periodMs / 1000} s`)
  }
}
