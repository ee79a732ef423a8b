import { Outlet } from '@portal/shared/router'
import { useCurrentEmployee, useSession } from '@portal/shared/session/store'
import { useLatePart } from '@portal/shared/ui/late-part'
import { Panel } from '@portal/shared/ui/panel'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { startLiveLater } from '../../live/live-later.ts'
import { queryClient } from '../../query-client.ts'
import { Defect } from '../../routing/defect.tsx'
import { Places } from '../../routing/places.tsx'
import { useRouteHandle } from '../../routing/use-route-handle.ts'
import { sessionQuery } from '../../session/load-session.ts'
import { MenuDrawer } from '../../side-menu/menu-drawer.tsx'
import { SideMenu } from '../../side-menu/side-menu.tsx'
import { useWideWindow } from '../../side-menu/use-wide-window.ts'
import { whenIdle } from '../../when-idle.ts'
import { AmountsSwitch } from './amounts-switch.tsx'
import { ForbiddenBanner } from './forbidden-banner.tsx'
import { Frame } from './frame.tsx'
import { FrameHeading } from './frame-heading.tsx'

// Without a boundary of Suspense: React would hold the hydration of the page back for 300 ms after its fallback.
const loadFrameLater = async () => {
  await whenIdle()
  return (await import('./frame-later.tsx')).default
}

const loadOfflineBanner = async () => {
  const session = queryClient.getQueryState(sessionQuery.queryKey)
  // It is not loaded and yet there is one: it is the stored one, which has to be shown at once.
  if (session?.fetchStatus !== 'fetching' && !session?.error) await whenIdle()
  return (await import(/* webpackChunkName: "offline" */ '../../offline/offline-banner.tsx')).default
}

/** The page is usable without the part. */
function ignoreFailure() {}

export function LoadedFrame() {
  // There is one: `SessionBoundary` shows a page of its own to a user without a restaurant.
  const employee = useCurrentEmployee()
  const forbidden = useSession((state) => state.forbidden)
  const client = useQueryClient()
  useEffect(() => startLiveLater(client, client.getQueryData(sessionQuery.queryKey)?.live_seq ?? 0), [client])
  const wide = useWideWindow()
  const FrameLater = useLatePart(loadFrameLater, true, ignoreFailure)
  const OfflineBanner = useLatePart(loadOfflineBanner, true, ignoreFailure)
  const page = useRouteHandle()?.page
  // Another restaurant is another set of pages: no field or filter of the first one stays.
  const place = forbidden ? 'forbidden' : `${employee.id} ${page?.path}`

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
      {OfflineBanner && <OfflineBanner />}
      <Places
        place={place}
        page={page}
        fallback={
          <Panel>
            <Defect />
          </Panel>
        }
      >
        {forbidden ? <ForbiddenBanner /> : <Outlet />}
      </Places>
      {FrameLater && <FrameLater />}
    </Frame>
  )
}
