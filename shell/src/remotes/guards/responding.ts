import { localStore, sessionStore, storedObject } from '@portal/shared/browser-storage'
import type { ReleaseName } from '@portal/shared/page-protocol'
import { isOpen, sectionOpened } from './opened-sections.ts'

// A tab that hangs can report nothing. It stops writing the time, and the next page that opens the portal finds that out.

/** Times by release, `mfe-tips 3f2a`. */
type Times = Record<string, number>

const times = (value: object) => value as Times
/** When a tab in which the release ran has last responded. */
const beats = storedObject<Times>(localStore, 'chaevye:responding', times)
/** When it was found that it had stopped, or left its pages again and again. */
const stopped = storedObject<Times>(localStore, 'chaevye:stopped-responding', times)
/** Pages that the release left right after its start, in this tab. */
const departures = storedObject<{ release: string; times: number[] }>(sessionStore, 'chaevye:departures', (value) =>
  Array.isArray(value.times) && value.release ? { release: value.release, times: value.times } : null,
)

const beatMs = 2_000
/** Beats come late in a page that is busy. */
const staleMs = 8_000
/** A slow processor may delay them further: what a page was late by before is no hang. */
const maxDelayMs = 12_000
const stoppedForMs = 3_600_000
/** A page that is left earlier than this after a section has started may have been left by the section. */
const departureMs = 3_000
const MAX_DEPARTURES = 6
const departurePeriodMs = 20_000

const running = new Map<string, { version: string; since: number }>()
let timer: ReturnType<typeof setInterval> | undefined
let lastBeat: number | undefined
let delayMs = 0

const keyOf = (remote: string, version: string) => `${remote} ${version}`

/** The release of a remote whose code this page runs. */
export function releaseOf(remote: string): ReleaseName {
  return { remote, version: running.get(remote)?.version ?? 'unknown' }
}

/** The code of a release is about to run: from here on it may hang. */
export function releaseStarts(remote: string, version: string): void {
  const former = running.get(remote)
  if (former && former.version !== version) forget(remote)
  running.set(remote, { version, since: Date.now() })
  beat()
  if (timer === undefined) timer = setInterval(beat, beatMs)
}

/** A section of the remote is in the page until the returned function is called. */
export function sectionResponds(remote: string): () => void {
  const close = sectionOpened(remote)
  const release = running.get(remote)
  if (release) release.since = Date.now()
  return () => {
    close()
    // The cleanup of its effects comes after this, and may hang too.
    setTimeout(beat, beatMs)
  }
}

/** Writes that this tab responds, for the releases that are shown or have just started. */
function beat(): void {
  const now = Date.now()
  if (lastBeat !== undefined) delayMs = Math.min(maxDelayMs, Math.max(delayMs, now - lastBeat - beatMs))
  // Timers of a hidden tab are late by themselves.
  lastBeat = isVisible() ? now : undefined
  const all = beats.read() ?? {}
  for (const [remote, { version, since }] of running) {
    if (isVisible() && (isOpen(remote) || now - since < staleMs)) all[keyOf(remote, version)] = now + delayMs
    else delete all[keyOf(remote, version)]
  }
  save(all)
}

/** Nothing stays in the browser when no release runs. */
function save(all: Times): void {
  if (Object.keys(all).length > 0) beats.write(all)
  else beats.remove()
}

const isVisible = () => document.visibilityState !== 'hidden'

function forget(remote: string): void {
  const release = running.get(remote)
  const all = beats.read()
  if (!release || !all) return
  delete all[keyOf(remote, release.version)]
  save(all)
}

/**
 * Whether a tab has stopped responding while it ran this release, or the release has left its pages in a loop, within the last
 * hour. Calls `onFound` the first time.
 */
export function stoppedResponding(remote: string, version: string, onFound: (name: string) => void): boolean {
  const release = keyOf(remote, version)
  const last = beats.read()?.[release]
  if (last !== undefined && Date.now() - last > staleMs && !running.has(remote)) {
    running.set(remote, { version, since: 0 })
    forget(remote)
    running.delete(remote)
    stop(release)
    onFound('Unresponsive')
  } else if (departuresOf(release).length >= MAX_DEPARTURES) {
    departures.remove()
    stop(release)
    onFound('ReloadLoop')
  }
  return Date.now() - (stopped.read()?.[release] ?? 0) < stoppedForMs
}

function stop(release: string): void {
  stopped.write({ ...stopped.read(), [release]: Date.now() })
}

/** The next page of this browser does not run the release. */
export function stopResponding({ remote, version }: ReleaseName): void {
  stop(keyOf(remote, version))
}

function departuresOf(release: string): number[] {
  const stored = departures.read()
  if (stored?.release !== release) return []
  return stored.times.filter((time) => Date.now() - time < departurePeriodMs)
}

/** A page that ends by itself, or is put aside, has not stopped responding. */
export function watchDepartures(page: EventTarget): void {
  page.addEventListener('visibilitychange', beat, true)
  page.addEventListener('pagehide', () => {
    // A user who has tapped something may have left it by that.
    const wasUsed = navigator.userActivation?.hasBeenActive === true
    for (const [remote, { version, since }] of running) {
      const release = keyOf(remote, version)
      const isAtOnce = !wasUsed && isOpen(remote) && Date.now() - since < departureMs
      if (isAtOnce) departures.write({ release, times: [...departuresOf(release), Date.now()] })
      forget(remote)
    }
  })
}
