import { Outlet } from '@portal/shared/router'
import { useCurrentEmployee, useSession } from '@portal/shared/session/store'
import { useHydrated } from '@portal/shared/use-hydrated'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { startLiveLater } from '../../live/live-later.ts'
import { queryClient } from '../../query-client.ts'
import { sessionQuery } from '../../session/load-session.ts'
import { MenuDrawer } from '../../side-menu/menu-drawer.tsx'
import { SideMenu } from '../../side-menu/side-menu.tsx'
import { useWideWindow } from '../../side-menu/use-wide-window.ts'
import { whenIdle } from '../../when-idle.ts'
import { AmountsSwitch } from './amounts-switch.tsx'
import { ForbiddenBanner } from './forbidden-banner.tsx'
import { Frame } from './frame.tsx'
import { FrameHeading } from './frame-heading.tsx'

/** Replaces a part that does not load: the page is usable without it. */
const nothing = () => ({ default: () => null })

const FrameLater = lazy<ComponentType>(() =>
  whenIdle()
    .then(() => import('./frame-later.tsx'))
    .catch(nothing),
)

const OfflineBanner = lazy<ComponentType>(async () => {
  const session = queryClient.getQueryState(sessionQuery.queryKey)
  // It is not loaded and yet there is one: it is the stored one, which has to be shown at once.
  if (session?.fetchStatus !== 'fetching' && !session?.error) await whenIdle()
  return import(/* webpackChunkName: "offline" */ '../../offline/offline-banner.tsx').catch(nothing)
})

export function LoadedFrame() {
  // There is one: `SessionBoundary` shows a page of its own to a user without a restaurant.
  const employee = useCurrentEmployee()
  const forbidden = useSession((state) => state.forbidden)
  const client = useQueryClient()
  useEffect(() => startLiveLater(client, client.getQueryData(sessionQuery.queryKey)?.live_seq ?? 0), [client])
  const wide = useWideWindow()
  const hydrated = useHydrated()

  return (
    <Frame
      menu={
        // A boundary: a phone removes it before it is hydrated.
        wide !== false && (
          <Suspense>
            <SideMenu />
          </Suspense>
        )
      }
      header={
        <>
          {wide !== true && <MenuDrawer />}
          <FrameHeading />
          <AmountsSwitch />
        </>
      }
    >
      {hydrated && (
        <Suspense>
          <OfflineBanner />
        </Suspense>
      )}
      {/* Another restaurant is another set of pages: no field or filter of the first one stays. */}
      {forbidden ? <ForbiddenBanner /> : <Outlet key={employee.id} />}
      {hydrated && (
        <Suspense>
          <FrameLater />
        </Suspense>
      )}
    </Frame>
  )
}
