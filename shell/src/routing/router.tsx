import type { LayoutName, RemoteRoute } from '@portal/shared/manifest'
import type { PageRegistry } from '@portal/shared/page-protocol'
import { createBrowserRouter, Outlet, type RouteObject } from '@portal/shared/router'
import { lazy, type ReactNode, Suspense } from 'react'
import { type OwnPath, routes } from '../../manifest.ts'
import { CentredCardLayout } from '../layouts/centred-card/centred-card-layout.tsx'
import { MainLayout } from '../layouts/main/main-layout.tsx'
import { MainLayoutError } from '../layouts/main/main-layout-error.tsx'
import { NotFoundLayout } from '../not-found/not-found-layout.tsx'
import { RemotePage } from '../sections/remote-page.tsx'
import { navigationEnded } from '../session/session-events.ts'
import { slowImport } from '../slow-import.ts'
import { AnonymousOnly } from './anonymous-only.tsx'
import { Requires } from './guards.tsx'
import { Root } from './root.tsx'
import { RouteErrorBoundary } from './route-error-boundary.tsx'
import { ShellErrorPage } from './shell-error-page.tsx'
import type { RouteHandle } from './use-route-handle.ts'
import { useRouteTitle } from './use-route-title.ts'

// A signed-in user does not need them.
const LoginPage = lazy(() => slowImport(() => import('../login/login-page.tsx')))
const UnlockPage = lazy(() => slowImport(() => import('../unlock/unlock-page.tsx')))
const PasswordRecoveryPage = lazy(() => slowImport(() => import('../password-recovery/password-recovery-page.tsx')))
const InvitationPage = lazy(() => slowImport(() => import('../invitation/invitation-page.tsx')))
const NotFoundPage = lazy(() => slowImport(() => import('../not-found/not-found-page.tsx')))

const notFound = (
  <Suspense>
    <NotFoundPage />
  </Suspense>
)

/**
 * The shell's own pages and those that the remotes announce in the registry. `create`: makes the router, on the server one without
 * a window.
 */
export function portalRouter({ remotes }: PageRegistry, create = createBrowserRouter) {
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
          children: [{ path: '*', element: notFound, handle: titled('Страница не найдена') }],
        },
        {
          element: <CentredCardLayout />,
          children: [
            ownRoute(
              '/login',
              <AnonymousOnly>
                <LoginPage />
              </AnonymousOnly>,
            ),
            ownRoute('/unlock', <UnlockPage />),
            ownRoute('/password/recovery', <PasswordRecoveryPage />),
            ownRoute('/i/:code', <InvitationPage />),
            ...under('centred-card'),
          ],
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

/** A page of the shell itself, with the title of its manifest. */
function ownRoute(path: OwnPath, element: ReactNode): RouteObject {
  return { path, element, handle: titled(routes.find((route) => route.path === path)?.title ?? '') }
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

function titled(title: string): RouteHandle {
  return { title }
}
