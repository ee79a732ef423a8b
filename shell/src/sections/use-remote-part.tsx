import { useLocation } from '@portal/shared/router'
import { useReveal } from '@portal/shared/use-reveal'
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
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
 * The attempts to show a page or a slot of a remote: by its release before where the current one fails, or is not shown in time.
 * `boundary`: the properties of its SectionBoundary, whose key is `attempt`.
 */
export function useRemotePart({ parts, remote, name, fallBack, hasSkeleton, isTyped }: RemotePart) {
  const [{ attempt, failure }, setState] = useState<{ attempt: number; failure?: Error }>({ attempt: 0 })
  const { key } = useLocation()
  const part = parts.get(remote, name)
  const section = useShownTimeout(attempt, () => part.release !== undefined, timedOut, hasSkeleton)
  const retry = () => setState({ attempt: attempt + 1 })
  const releaseInside = () => part.release
  const isFromServer = useIsHydrated()

  function retryNow() {
    parts.forget(remote)
    retry()
  }

  function fallsBack(): boolean {
    return part.release !== undefined && fallBack(part.release.version)
  }

  function failed() {
    // What did not load has no release here, and has tried the one before it already.
    if (fallsBack()) retryNow()
  }

  /** What is shown of it, and what was typed there, is not removed. */
  function timedOut(isShown: boolean) {
    const error = Object.assign(new Error('Started, and not shown in time'), { name: 'NotShownError' })
    if (isShown && (isTyped() || !fallsBack())) reportCaught(error, { errorBoundary: { releaseInside } })
    else setState({ attempt, failure: error })
  }

  useRevealAtOnce(part)
  const boundary = { visit: key, onRetry: retry, onError: failed, releaseInside }
  const shown = {
    section,
    onRecovered: isFromServer && attempt === 0 ? () => sectionAffected(part.release) : undefined,
  }
  return { attempt, failure, Part: part.Part, shown, retryNow, boundary }
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

/** Renders a part as soon as its code is there. */
function useRevealAtOnce(part: LazyPart): void {
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

type Shown = ReturnType<typeof useRemotePart>['shown']

/**
 * Is beside the part, in its Suspense: the part is shown while this is. Calls `onRecovered` where React has rendered them again instead of
 * hydrating them.
 */
export function PartShown({ section, onRecovered }: Shown) {
  const isHydrated = useIsHydrated()
  // Before React reports the mismatch, which it does in the same commit.
  useLayoutEffect(() => {
    if (!isHydrated) onRecovered?.()
  })
  // Its cleanup runs when the section suspends again, too.
  useLayoutEffect(() => {
    section.isShown = true
    return () => section.hidden()
  }, [section])
  return null
}

/** Fails the section around it. */
export function Throws({ error }: { error: Error }): never {
  throw error
}
