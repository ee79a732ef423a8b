import type { LayoutName, RemoteRoute } from '@portal/shared/manifest'
import type { PageRegistry } from '@portal/shared/page-protocol'
import { createBrowserRouter, Outlet, type RouteObject } from '@portal/shared/router'
import { useSession } from '@portal/shared/session/store'
import { lazy, Suspense } from 'react'
import { RemotePage } from '../../remotes/sections/remote-page.tsx'
import { navigationEnded } from '../../session/session-events.ts'
import { slowImport } from '../../slow-import.ts'
import { CentredCardLayout } from '../layouts/centred-card/centred-card-layout.tsx'
import { MainLayout, MainLayoutError } from '../layouts/main/main-layout.tsx'
import { ShellErrorPage } from './defect.tsx'
import { Requires } from './guards.tsx'
import { Root } from './root.tsx'
import { RouteErrorBoundary } from './route-error-boundary.tsx'
import type { RouteHandle } from './use-route-handle.ts'
import { useRouteTitle } from './use-user-facts.ts'

const NotFoundPage = lazy(() => slowImport(() => import('../not-found/not-found-page.tsx')))

const notFound = (
  <Suspense>
    <NotFoundPage />
  </Suspense>
)

/**
 * Returns the router for the shell's own pages and those that the remotes announce in the registry. `create` makes it;
 * the server passes one that needs no window.
 */
export function createPortalRouter(
  { remotes }: Pick<PageRegistry, 'remotes'>,
  ownRoutes: readonly RouteObject[],
  create = createBrowserRouter,
) {
  const announced = Object.entries(remotes).flatMap(([remote, { current }]) =>
    current.manifest.routes.map((route, _, siblings) => ({
      layout: route.layout,
      object: remoteRoute(remote, route, siblings),
    })),
  )
  const under = (layout: LayoutName) => announced.filter((route) => route.layout === layout).map(({ object }) => object)

  const router = create([
    {
      element: (
        <RouteErrorBoundary fallback={<ShellErrorPage />}>
          <TitledRoot />
        </RouteErrorBoundary>
      ),
      children: [
        {
          element: (
            <RouteErrorBoundary fallback={<MainLayoutError />}>
              <MainLayout />
            </RouteErrorBoundary>
          ),
          children: under('main'),
        },
        {
          element: <NotFoundLayout />,
          children: [{ path: '*', element: notFound, handle: { title: 'Страница не найдена' } satisfies RouteHandle }],
        },
        {
          element: <CentredCardLayout />,
          children: [...ownRoutes, ...under('centred-card')],
        },
        { element: <Outlet />, children: under('none') },
      ],
    },
  ])
  let { key } = router.state.location
  router.subscribe(({ location }) => {
    if (location.key === key) return
    key = location.key
    navigationEnded()
  })
  return router
}

function TitledRoot() {
  return <Root title={useRouteTitle()} />
}

/** The page «Страница не найдена» is shown without signing in. */
function NotFoundLayout() {
  const user = useSession((state) => state.user)
  return user ? <MainLayout /> : <CentredCardLayout />
}

function remoteRoute(remote: string, route: RemoteRoute, siblings: readonly RemoteRoute[]): RouteObject {
  const { path, title, layout, requires, width } = route
  const page = <RemotePage key={path} remote={remote} path={path} />
  const parent = siblings.find((sibling) => sibling.path === route.parent)
  const handle: RouteHandle = {
    title,
    page: { remote, path },
    ...(requires && { requires }),
    ...(width && { width }),
    ...(parent && { parent }),
  }
  return {
    path,
    handle,
    element: layout === 'main' ? <Requires requirement={requires}>{page}</Requires> : page,
  }
}
