import { Outlet, type RouteObject } from '@portal/shared/router'
import { type ComponentType, lazy, useEffect, useState } from 'react'
import type { OwnPath } from '../../../manifest.ts'
import { CentredCardLayout } from '../../app/layouts/centred-card/centred-card-layout.tsx'
import { ShellErrorPage } from '../../app/routing/defect.tsx'
import { Root } from '../../app/routing/root.tsx'
import { RouteErrorBoundary } from '../../app/routing/route-error-boundary.tsx'
import { useRouteHandle } from '../../app/routing/use-route-handle.ts'
import { importOwnPage, ownRoutes } from '../own-pages.ts'

const loaded = new Map<OwnPath, ComponentType>()

/**
 * Loads the code of a page, so that it renders or hydrates without a wait. Returns undefined if it is already loaded.
 * @throws ChunkLoadError when it cannot be loaded
 */
export function loadPage(path: OwnPath): Promise<void> | undefined {
  return loaded.has(path) ? undefined : importOwnPage(path).then((page) => void loaded.set(path, page.default))
}

/** The pages before sign-in, as the build renders them and the browser hydrates them. */
export const entryRoutes: RouteObject[] = [
  {
    element: (
      <RouteErrorBoundary fallback={<ShellErrorPage />}>
        <TitledRoot />
      </RouteErrorBoundary>
    ),
    children: [{ element: <CentredCardLayout />, children: [{ element: <Hydrated />, children: ownRoutes(pageAt) }] }],
  },
]

/** «Назад» opens a page whose code is not loaded only after a reload. */
function pageAt(path: OwnPath): ComponentType {
  const Lazy = lazy(() => importOwnPage(path))
  return () => {
    // The shown page stays mounted, and keeps what is typed.
    const [Page] = useState(() => loaded.get(path) ?? Lazy)
    return <Page />
  }
}

function TitledRoot() {
  return <Root title={useRouteHandle()?.title ?? ''} />
}

/** Passes on what was tapped before these pages had any code. */
function Hydrated() {
  // Not directly in the effect, where React could not hydrate the part that is tapped.
  useEffect(() => void setTimeout(() => window.portal.heldInput?.repeat()), [])
  return <Outlet />
}
