import { useLocation } from '@portal/shared/router'
import { useReveal } from '@portal/shared/use-reveal'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { LazyPart, LazyParts } from './lazy-parts.ts'
import { reportCaught, sectionAffected } from './report-caught.ts'
import { useShownTimeout } from './shown-timeout.ts'

type RemotePart = {
  parts: LazyParts
  remote: string
  name: string
  /** Returns whether another release is left to try. */
  fallBack(version: string): boolean
  hasSkeleton(): boolean
  /** What is shown must not be removed. */
  isTyped(): boolean
}

/**
 * The attempts to show a page or a slot of a remote: by its previous release where the current one fails, or is not shown in time.
 * `boundary`: the properties of its SectionBoundary, whose key is `attempt`.
 */
export function useRemotePart({ parts, remote, name, fallBack, hasSkeleton, isTyped }: RemotePart) {
  const [{ attempt, failure }, setState] = useState<{ attempt: number; failure?: Error }>({ attempt: 0 })
  const { key } = useLocation()
  const isMounted = useRef(false)
  const isFromServer = useIsHydrated()
  const part = parts.get(remote, name)
  const releaseInside = () => part.release
  const retry = () => setState({ attempt: attempt + 1 })

  function retryNow() {
    parts.forget(remote)
    retry()
  }

  /** Code that did not load has no release here, and its previous release has been tried already. */
  const fallsBack = () => part.release !== undefined && fallBack(part.release.version)

  useShownTimeout({
    isStarted: () => part.release !== undefined,
    isShown: () => isMounted.current && !hasSkeleton(),
    onTimeout() {
      const error = Object.assign(new Error('Started, and not shown in time'), { name: 'NotShownError' })
      // What is shown of it, and what was typed there, is not removed.
      const stays = isMounted.current && (isTyped() || !fallsBack())
      if (stays) reportCaught(error, { errorBoundary: { releaseInside } })
      else setState({ attempt, failure: error })
    },
  })
  useRevealWhenLoaded(part)
  const boundary = { visit: key, onRetry: retry, onError: () => fallsBack() && retryNow(), releaseInside }
  const onRecovered = () => isFromServer && attempt === 0 && sectionAffected(part.release)
  return { attempt, failure, part, shown: { isMounted, onRecovered }, retryNow, boundary }
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

/** Returns whether React has hydrated the calling component. There is no update after it, which could make React discard the HTML below. */
function useIsHydrated(): boolean {
  let isHydrated = false
  const onServer = () => {
    isHydrated = true
    return true
  }
  // React calls this function only while it hydrates.
  useSyncExternalStore(neverChanges, () => true, onServer)
  return useState(isHydrated)[0]
}

const neverChanges = () => () => {}

type Shown = { isMounted: RefObject<boolean>; onRecovered(): void }

/**
 * Is beside the part, in its Suspense: the part is shown while this is mounted. Calls `onRecovered` where React has rendered both again
 * instead of hydrating them: React reports the mismatch after that, in the same commit.
 */
export function PartShown({ isMounted, onRecovered }: Shown) {
  const isHydrated = useIsHydrated()
  useLayoutEffect(() => {
    if (!isHydrated) onRecovered()
    isMounted.current = true
    // Runs when the section suspends again, too.
    return () => {
      isMounted.current = false
    }
  })
  return null
}

/** Fails the section around it. */
export function Throws({ error }: { error: Error }): never {
  throw error
}
