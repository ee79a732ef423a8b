import { type ComponentType, lazy, Suspense, useState } from 'react'
import { loadPage } from '../remotes/load-page.ts'
import { SectionBoundary } from './section-boundary.tsx'
import { SectionSkeleton } from './section-skeleton.tsx'

// Outside of React: a component that suspends before it is mounted keeps no state of its own.
const pages = new Map<string, ComponentType>()

function pageOf(remote: string, path: string): ComponentType {
  const key = remote + path
  const page = pages.get(key) ?? lazy(async () => ({ default: (await loadPage(remote, path)).Component }))
  pages.set(key, page)
  return page
}

/** A page of a remote in its section: while it loads, when it runs, when it fails. */
export function RemotePage({ remote, path }: { remote: string; path: string }) {
  const [attempt, setAttempt] = useState(0)
  const Page = pageOf(remote, path)

  function retry() {
    // React remembers the failure of a lazy component for ever: a new attempt needs a new one.
    pages.delete(remote + path)
    setAttempt(attempt + 1)
  }

  return (
    <SectionBoundary key={attempt} onRetry={retry}>
      <Suspense fallback={<SectionSkeleton />}>
        <Page />
      </Suspense>
    </SectionBoundary>
  )
}
