import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

/** A section whose code runs and that is not shown after so many seconds, in which the page waits for nothing, has failed. */
const MAX_IDLE_SECONDS = 8
/** A timer that is later than this was delayed by a busy thread: Safari has no idle callback. */
const MAX_DELAY_MS = 300

/**
 * Scripts of releases that have arrived, or could not, and the number of all files. The browser stores 250 entries of a page, and no
 * more once a long-lived tab has filled them, but an observer still gets each one.
 */
const finishedScripts = new Set<string>()
let finishedFiles = 0
// The portal server renders sections too, and has none.
if ('PerformanceObserver' in globalThis) {
  const observer = new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) {
      finishedFiles += 1
      if (name.includes('/releases/')) finishedScripts.add(name)
    }
  })
  observer.observe({ type: 'resource', buffered: true })
}

type Watched = {
  isShown: boolean
  /** Idle seconds without being shown, in all attempts since it was. */
  seconds: number
  /** Begins to count again. */
  hidden(): void
}

/**
 * Detects a section that suspends forever. Seconds count only while the tab is visible and online, no data or code is on its way, and the
 * thread is idle: a slow network or processor is no failure. `onTimeout` receives whether only a part of the section is missing: one that
 * suspends inside of a boundary of its own shows its skeleton forever.
 */
export function useShownTimeout(
  attempt: number,
  isStarted: () => boolean,
  onTimeout: (isShown: boolean) => void,
  hasSkeleton: () => boolean,
): Watched {
  const client = useQueryClient()
  const started = useEffectEvent(isStarted)
  const timedOut = useEffectEvent(onTimeout)
  const isSkeletonShown = useEffectEvent(hasSkeleton)
  const [section] = useState<Watched>(() => ({ isShown: false, seconds: 0, hidden() {} }))

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let finished = 0

    function count(): void {
      timer = undefined
      if (section.isShown && !isSkeletonShown()) {
        section.seconds = 0
        return
      }
      const wasFinished = finished
      finished = finishedFiles
      const waits = client.isFetching() + client.isMutating() > 0 || isLoadingCode() || finished !== wasFinished
      if (started() && !waits && navigator.onLine && document.visibilityState === 'visible') section.seconds += 1
      if (section.seconds < MAX_IDLE_SECONDS) {
        next()
        return
      }
      section.seconds = 0
      timedOut(section.isShown)
    }

    function next(): void {
      const due = performance.now() + 1000
      timer = setTimeout(() => {
        if (performance.now() > due + MAX_DELAY_MS) next()
        else if ('requestIdleCallback' in window) requestIdleCallback(() => timer && count())
        else count()
      }, 1000)
    }

    section.hidden = () => {
      section.isShown = false
      if (!timer) next()
    }
    next()
    return () => {
      clearTimeout(timer)
      timer = undefined
      section.hidden = () => {}
    }
  }, [client, section, attempt])

  return section
}

function isLoadingCode(): boolean {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src*="/releases/"]')]
  return scripts.some(({ src }) => !finishedScripts.has(src))
}
