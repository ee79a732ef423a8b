import { type ComponentType, lazy, Suspense, useState } from 'react'
import { loadPage } from '../remotes/load-page.ts'
import { SectionBoundary } from './section-boundary.tsx'
import { SectionSkeleton } from './section-skeleton.tsx'

// Outside of React: a component that suspends before it is mounted keeps no state of its own.
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
      // React remembers the failure of a lazy component for ever: the next attempt needs a new one.
      pages.delete(key)
      throw failure
    }
  }
}

/** A page of a remote in its section: while it loads, when it runs, when it fails. */
export function RemotePage({ remote, path }: { remote: string; path: string }) {
  const [attempt, setAttempt] = useState(0)
  const Page = pageOf(remote, path)
  return (
    <SectionBoundary key={attempt} onRetry={() => setAttempt(attempt + 1)}>
      <Suspense fallback={<SectionSkeleton />}>
        <Page />
      </Suspense>
    </SectionBoundary>
  )
}
