import { useLocation } from '@portal/shared/router'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { fallBack, loadPage } from '../remotes/load-page.ts'
import { RemoteError } from '../remotes/remote-error.ts'
import { DeadSection } from './dead-section.tsx'
import { LoadingSection } from './loading-section.tsx'
import { SectionBoundary } from './section-boundary.tsx'

// Outside of React: a component that suspends before it is mounted loses its state.
const pages = new Map<string, ComponentType>()

function pageOf(remote: string, path: string): ComponentType {
  const key = remote + path
  const page = pages.get(key) ?? lazy(load)
  pages.set(key, page)
  return page

  async function load() {
    try {
      return { default: (await loadPage(remote, path)).Component }
    } catch (failure) {
      // React remembers the failure of a lazy component forever: the next attempt needs a new one.
      pages.delete(key)
      throw failure
    }
  }
}

/** The code of a page is there before its section is: it is rendered, or hydrated, without a wait. */
export function pageLoaded(remote: string, path: string, page: ComponentType): void {
  pages.set(remote + path, page)
}

/** Pages whose HTML is of the server, and whose code did not load. */
const dead = new Set<string>()

/**
 * Loads the page that the HTML of the server shows, before it is hydrated. What it shows stays where the code does not load: the
 * section waits for its next attempt.
 */
export async function preparePage(remote: string, path: string): Promise<void> {
  try {
    pageLoaded(remote, path, (await loadPage(remote, path)).Component)
  } catch {
    dead.add(remote + path)
    pages.set(
      remote + path,
      lazy(() => new Promise<never>(() => {})),
    )
  }
}

/** Pages that are loaded or being loaded; the next attempt requests them again. */
function forget(remote: string): void {
  for (const key of pages.keys()) if (key.startsWith(`${remote}/`)) pages.delete(key)
  dead.clear()
}

/** A page of a remote in its section: while it loads, when it runs, when it fails. */
export function RemotePage({ remote, path }: { remote: string; path: string }) {
  const [attempt, setAttempt] = useState(0)
  const { key } = useLocation()
  const Page = pageOf(remote, path)
  const retry = () => setAttempt(attempt + 1)

  function retryNow() {
    forget(remote)
    retry()
  }

  function failed(error: unknown) {
    // What did not load has tried the release before it already.
    if (error instanceof RemoteError || !fallBack(remote)) return
    retryNow()
  }

  return (
    <>
      {dead.has(remote + path) && <DeadSection onRetry={retryNow} />}
      <SectionBoundary key={attempt} visit={key} onRetry={retry} onError={failed}>
        <Suspense fallback={<LoadingSection onRetry={retryNow} />}>
          <Page />
          <Shown remote={remote} />
        </Suspense>
      </SectionBoundary>
    </>
  )
}

/** Reports to telemetry that its sibling is rendered, and repeats what was tapped in its HTML before. */
function Shown({ remote }: { remote: string }) {
  useEffect(() => {
    window.portal.note({ shown: remote, at: performance.now() })
    // Not in an effect, in which React could not hydrate the part that is tapped.
    setTimeout(() => window.portal.heldInput?.repeat())
  }, [remote])
  return null
}
