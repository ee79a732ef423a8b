import { useLocation } from '@portal/shared/router'
import { useReveal } from '@portal/shared/use-reveal'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { LazyPart, LazyParts } from './lazy-parts.ts'
import { reportCaught } from './report-caught.ts'
import { useShownTimeout } from './shown-timeout.ts'

type RemotePart = {
  parts: LazyParts
  remote: string
  name: string
  /** Returns whether another release is left to try. */
  fallBack(version: string): boolean
  hasSkeleton(): boolean
  /** Whether something was typed, so that the part must not be removed. */
  isTyped(): boolean
}

/**
 * Attempts to show a page or a slot of a remote, and uses its previous release if the current one fails or is not shown
 * in time. `boundary`: the properties of its SectionBoundary, whose key is `attempt`.
 */
export function useRemotePart({ parts, remote, name, fallBack, hasSkeleton, isTyped }: RemotePart) {
  const [{ attempt, hasFailed }, setState] = useState({ attempt: 0, hasFailed: false })
  const { key } = useLocation()
  const isMounted = useRef(false)
  const part = parts.get(remote, name)
  const releaseInside = () => part.release
  const retry = () => setState({ attempt: attempt + 1, hasFailed: false })
  const fail = () => setState({ attempt, hasFailed: true })

  function retryNow() {
    parts.forget(remote)
    retry()
  }

  /**
   * Begins the next attempt if another release is left. A part that did not load has already used the previous release.
   */
  function fallsBack(): boolean {
    const isNext = part.release !== undefined && fallBack(part.release.version)
    if (isNext) retryNow()
    return isNext
  }

  useShownTimeout({
    attempt,
    isStarted: () => part.release !== undefined && !hasFailed,
    isShown: () => isMounted.current && !hasSkeleton(),
    onTimeout() {
      const error = Object.assign(new Error('Started, and not shown in time'), { name: 'NotShownError' })
      reportCaught(error, { errorBoundary: { releaseInside } })
      // Neither typed input nor a shown part without another release is removed.
      if (isMounted.current && isTyped()) return
      if (!fallsBack() && !isMounted.current) fail()
    },
  })
  useRevealWhenLoaded(part)
  const boundary = { visit: key, hasFailed, onRetry: retry, onError: () => fallsBack() || fail(), releaseInside }
  return { attempt, part, isMounted, retryNow, boundary }
}

/** Renders a part as soon as its code is there. */
function useRevealWhenLoaded(part: LazyPart): void {
  const reveal = useReveal()
  useEffect(() => {
    let isCurrent = true
    part.loading?.then(
      () => isCurrent && reveal(),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [part, reveal])
}

/** Mounted beside the part in its Suspense, so the part is shown while this is mounted. */
export function PartShown({ isMounted }: { isMounted: RefObject<boolean> }) {
  useLayoutEffect(() => {
    isMounted.current = true
    // Runs when the section suspends again, too.
    return () => {
      isMounted.current = false
    }
  }, [isMounted])
  return null
}
