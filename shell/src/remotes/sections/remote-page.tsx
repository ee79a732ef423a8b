import type { ReleaseName } from '@portal/shared/page-protocol'
import { SlotContext } from '@portal/shared/slot'
import { Suspense, useEffect, useRef } from 'react'
import { fallBack, type LoadedPart, loadPage, warmPage } from '../load-page.ts'
import { DeadSection } from './dead-section.tsx'
import { LazyParts } from './lazy-parts.ts'
import { LoadingSection } from './loading-section.tsx'
import { RemoteSlot } from './remote-slot.tsx'
import { SectionBoundary } from './section-boundary.tsx'
import { PartShown, useRemotePart } from './use-remote-part.tsx'

const pages = new LazyParts(loadPage)

/** Returns the release whose code a page of a remote has in this tab. */
export function releaseOfPage(remote: string, path: string): ReleaseName | undefined {
  return pages.loadedRelease(remote, path)
}

/** Sets the code of a page before its section exists, so that it renders or hydrates without a wait. */
export function pageLoaded(remote: string, path: string, page: LoadedPart | Pick<LoadedPart, 'Component'>): void {
  pages.set(remote, path, page)
}

/**
 * Loads the code of a page that the user is about to open: it is rendered without a wait,
 * and without a skeleton before it.
 */
export async function prefetchPage(remote: string, path: string): Promise<void> {
  const page = await warmPage(remote, path)
  if (page) pages.setAhead(remote, path, page)
}

/**
 * Loads the page that the HTML of the server shows, before it is hydrated. What it shows stays where the code does not
 * load: the section waits for its next attempt.
 */
export async function preparePage(remote: string, path: string): Promise<void> {
  try {
    pageLoaded(remote, path, await loadPage(remote, path))
  } catch {
    pages.setDead(remote, path)
  }
}

/** A page of a remote in its section: while it loads, when it runs, when it fails. */
export function RemotePage({ remote, path }: { remote: string; path: string }) {
  const typed = useRef(false)
  const { attempt, part, isMounted, retryNow, boundary } = useRemotePart({
    parts: pages,
    remote,
    name: path,
    fallBack: (version) => fallBack(remote, version),
    hasSkeleton,
    isTyped: () => typed.current,
  })

  // The next visit is another attempt.
  useEffect(() => () => pages.forgetDead(), [])
  useEffect(() => {
    const listener = () => {
      typed.current = true
    }
    addEventListener('input', listener, true)
    return () => removeEventListener('input', listener, true)
  }, [])

  return (
    <>
      {part.isDead && <DeadSection onRetry={retryNow} />}
      <SectionBoundary key={attempt} {...boundary}>
        <Suspense fallback={<LoadingSection onRetry={retryNow} />}>
          <SlotContext value={RemoteSlot}>
            <part.Part />
          </SlotContext>
          <PartShown isMounted={isMounted} />
          <Shown remote={remote} />
        </Suspense>
      </SectionBoundary>
    </>
  )
}

/** Ignores skeletons in slots, which belong to other remotes. */
function hasSkeleton(): boolean {
  const skeletons = [...document.querySelectorAll('#content [data-skeleton]')]
  return skeletons.some((skeleton) => !skeleton.closest('[data-slot]'))
}

/** Reports to telemetry that its sibling is rendered, and repeats what was tapped in its HTML before. */
function Shown({ remote }: { remote: string }) {
  useEffect(() => {
    window.portal.note({ shown: remote, at: performance.now() })
    // Not directly in the effect, where React could not hydrate the part that is tapped.
    setTimeout(() => window.portal.heldInput?.repeat())
  }, [remote])
  return null
}
