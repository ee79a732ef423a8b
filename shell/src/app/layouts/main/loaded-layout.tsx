import { Outlet } from '@portal/shared/router'
import { useCurrentEmployee, useSession } from '@portal/shared/session/store'
import { hideAmounts, useHiddenAmounts } from '@portal/shared/ui/amount'
import { IconButton } from '@portal/shared/ui/button'
import { useLatePart } from '@portal/shared/ui/late-part'
import { Panel } from '@portal/shared/ui/panel'
import { useMinWidth } from '@portal/shared/use-min-width'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { queryClient } from '../../../query-client.ts'
import { sessionQuery } from '../../../session/load-session.ts'
import { startLiveLater } from '../../../updates/live/live-later.ts'
import { untilLoaded, whenIdle } from '../../../when-idle.ts'
import { Defect } from '../../routing/defect.tsx'
import { PageBoundaries } from '../../routing/page-boundaries.tsx'
import { useRouteHandle } from '../../routing/use-route-handle.ts'
import { MenuDrawer } from '../../side-menu/menu-drawer.tsx'
import { SideMenu } from '../../side-menu/side-menu.tsx'
import { LayoutAreas, PageHeading } from './layout-areas.tsx'

// Has no Suspense boundary, with which React would delay the hydration of the page by 300 ms after the fallback.
const loadLayoutLater = async () => {
  // It reports to a lock that the user leaves.
  if (typeof queryClient.getQueryData(sessionQuery.queryKey)?.locks_after !== 'number') await whenIdle()
  return (await untilLoaded(() => import('./layout-later.tsx'))).default
}

const loadOfflineBanner = async () => {
  const session = queryClient.getQueryState(sessionQuery.queryKey)
  // A session that is neither loading nor failed was loaded, so the banner can wait. Otherwise the stored session may
  // be shown, and the banner must appear with it.
  if (session?.fetchStatus !== 'fetching' && !session?.error) await whenIdle()
  const load = () => import(/* webpackChunkName: "offline" */ '../../../updates/offline/offline-banner.tsx')
  return (await untilLoaded(load)).default
}

const ForbiddenBanner = lazy(() => import('./forbidden-banner.tsx'))

/** The breakpoint of the product: from it on the menu is always open. */
const MENU_MIN_WIDTH_PX = 768

export function LoadedLayout() {
  // There is always an employee, because `SessionBoundary` shows another page to a user without a restaurant.
  const employee = useCurrentEmployee()
  const isForbidden = useSession((state) => state.forbidden)
  const client = useQueryClient()
  useEffect(() => startLiveLater(client, client.getQueryData(sessionQuery.queryKey)?.live_seq ?? 0), [client])
  const isWide = useMinWidth(MENU_MIN_WIDTH_PX)
  const LayoutLater = useLatePart(loadLayoutLater, true, () => {})
  const OfflineBanner = useLatePart(loadOfflineBanner, true, () => {})
  const page = useRouteHandle()?.page
  // Another restaurant has its own pages, so no field or filter of the previous one stays.
  const pageKey = isForbidden ? 'forbidden' : `${employee.id} ${page?.path}`

  return (
    <LayoutAreas
      menu={
        // Has a boundary, because a phone removes it before it is hydrated.
        isWide !== false && (
          <Suspense>
            <SideMenu />
          </Suspense>
        )
      }
      header={
        <>
          {isWide !== true && <MenuDrawer />}
          <PageHeading />
          <AmountsSwitch />
        </>
      }
    >
      {OfflineBanner && <OfflineBanner />}
      <PageBoundaries
        pageKey={pageKey}
        page={page}
        fallback={
          <Panel>
            <Defect />
          </Panel>
        }
      >
        {isForbidden ? (
          <Suspense>
            <ForbiddenBanner />
          </Suspense>
        ) : (
          <Outlet />
        )}
      </PageBoundaries>
      {LayoutLater && <LayoutLater />}
    </LayoutAreas>
  )
}

/** Hides amounts from others in the dining room. Every page has it at the same end of the header. */
function AmountsSwitch() {
  const hidden = useHiddenAmounts()
  return (
    <IconButton
      icon={hidden ? 'eye' : 'eye-off'}
      label={hidden ? 'Показать суммы' : 'Скрыть суммы'}
      onClick={() => hideAmounts(!hidden)}
    />
  )
}
