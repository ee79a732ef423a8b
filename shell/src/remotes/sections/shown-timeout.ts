import { isOnline } from '@portal/shared/http/online'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { SectionAttempt } from './sections.ts'

/**
 * A section has failed if its code runs and it is not shown after this many seconds in which the page waits for
 * nothing.
 */
const MAX_IDLE_SECONDS = 8

/**
 * Scripts that are still loading: a loader removes its scripts when they have loaded, unlike those of the HTML and of
 * telemetry.
 */
const PENDING_SCRIPTS = 'script[src*="/releases/"]:not([defer], [src*="/telemetry.js"])'

type Watched = {
  attempt: SectionAttempt
  /** Returns whether all parts of the section are shown. */
  isShown: () => boolean
  onTimeout: () => void
}

/**
 * Detects a section that suspends forever. Seconds count only while the tab is visible and online, no data or code is
 * on its way, and the thread is idle: a slow network or processor is no failure. They add up over all attempts until
 * the section is shown. An attempt times out once.
 */
export function useShownTimeout({ attempt, isShown, onTimeout }: Watched): void {
  const client = useQueryClient()
  const seconds = useRef(0)

  /** Returns whether the time is over. */
  const count = useEffectEvent((): boolean => {
    const isLoading = client.isFetching() + client.isMutating() > 0 || document.querySelector(PENDING_SCRIPTS) !== null
    const couldLoad = isOnline() && document.visibilityState === 'visible'
    if (isShown()) seconds.current = 0
    else if (attempt.step === 'running' && couldLoad && !isLoading) seconds.current += 1
    const isOver = seconds.current >= MAX_IDLE_SECONDS
    if (isOver) {
      seconds.current = 0
      onTimeout()
    }
    return isOver
  })

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const countEachSecond = () => {
      timer = setTimeout(() => {
        // Safari has no idle callback.
        const whenIdle = window.requestIdleCallback ?? setTimeout
        whenIdle(() => {
          if (timer !== undefined && !count()) countEachSecond()
        })
      }, 1000)
    }
    countEachSecond()
    return () => {
      clearTimeout(timer)
      timer = undefined
    }
  }, [attempt])
}
