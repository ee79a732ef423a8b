import type { RemoteRoute } from '@portal/shared/manifest'
import { matchRoutes } from '@portal/shared/router'
import { SlotContext } from '@portal/shared/slot'
import { useEffect, useRef } from 'react'
import { loadPage, loadPageAhead } from '../load-page.ts'
import { pageRegistry } from '../registry.ts'
import { releases } from '../releases.ts'
import { RemoteSection } from './remote-section.tsx'
import { RemoteSlot } from './remote-slot.tsx'
import { SectionSkeleton } from './section-notices.tsx'
import { Sections } from './sections.ts'

export const pages = new Sections(loadPage, ({ remote, version }, _, cause) =>
  releases.markFailedIfReplaceable(remote, version, undefined, cause),
)

/** Returns the page of a remote at an address like `/billing`, or undefined. */
export function remoteRouteAt(pathname: string): (RemoteRoute & { remote: string }) | undefined {
  const routes = Object.entries(pageRegistry().remotes).flatMap(([remote, { current }]) =>
    current.manifest.routes.map((route) => ({ ...route, remote })),
  )
  // Matching compiles the patterns of all routes.
  return routes.find(({ path }) => path === pathname) ?? matchRoutes(routes, pathname)?.[0]?.route
}

/**
 * Loads the code of a page that the user is about to open. It is then rendered without a wait, and without a skeleton
 * before it.
 */
export async function prefetchPage(remote: string, path: string): Promise<void> {
  const page = await loadPageAhead(remote, path)
  if (page) pages.setAhead(remote, path, page)
}

/**
 * Loads the page that the HTML of the server shows, before it is hydrated. If the code does not load, the HTML stays,
 * and the section waits for its next attempt.
 */
export async function preparePage(remote: string, path: string): Promise<void> {
  try {
    pages.setLoaded(remote, path, await loadPage(remote, path))
  } catch {
    pages.keepHtml(remote, path)
  }
}

/** A page of a remote in its section. */
export function RemotePage({ remote, path }: { remote: string; path: string }) {
  const isTyped = useRef(false)
  useEffect(() => {
    const listener = () => {
      isTyped.current = true
    }
    addEventListener('input', listener, true)
    return () => removeEventListener('input', listener, true)
  }, [])

  return (
    <RemoteSection
      sections={pages}
      remote={remote}
      name={path}
      skeleton={<SectionSkeleton />}
      hasSkeleton={hasSkeleton}
      isTyped={() => isTyped.current}
    >
      {(Page) => (
        <>
          <SlotContext value={RemoteSlot}>
            <Page />
          </SlotContext>
          <Shown remote={remote} />
        </>
      )}
    </RemoteSection>
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
