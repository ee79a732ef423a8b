import { type ReactNode, useState } from 'react'
import { pages as pageSections } from '../../remotes/sections/remote-page.tsx'
import { RouteErrorBoundary } from './route-error-boundary.tsx'
import type { RouteHandle } from './use-route-handle.ts'

/** `pageKey`: another one for each page, and for each restaurant at which the page is shown. */
type ShownPage = { pageKey: string; page: RouteHandle['page'] }

type PageBoundariesProps = ShownPage & { fallback: ReactNode; children: ReactNode }

/**
 * Renders its children in an error boundary of their page. The boundary of the previous page stays, empty: it catches
 * errors in the cleanup of effects of the page that was left, so that they do not affect the page that is shown.
 */
export function PageBoundaries({ pageKey, page, fallback, children }: PageBoundariesProps) {
  const [pages, setPages] = useState<ShownPage[]>([{ pageKey, page }])
  const current = pages.at(-1)
  if (current?.pageKey !== pageKey) setPages([...(current ? [current] : []), { pageKey, page }])

  return pages.map((shown) => (
    <RouteErrorBoundary
      key={shown.pageKey}
      fallback={shown.pageKey === pageKey && fallback}
      releaseInside={() => shown.page && pageSections.loadedRelease(shown.page.remote, shown.page.path)}
    >
      {shown.pageKey === pageKey && children}
    </RouteErrorBoundary>
  ))
}
