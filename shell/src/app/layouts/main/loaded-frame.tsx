import { Outlet } from '@portal/shared/router'
import { useCurrentEmployee, useSession } from '@portal/shared/session/store'
import { useLatePart } from '@portal/shared/ui/late-part'
import { Panel } from '@portal/shared/ui/panel'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { queryClient } from '../../../query-client.ts'
import { sessionQuery } from '../../../session/load-session.ts'
import { startLiveLater } from '../../../updates/live/live-later.ts'
import { whenIdle } from '../../../when-idle.ts'
import { Defect } from '../../routing/defect.tsx'
import { Places } from '../../routing/places.tsx'
import { useRouteHandle } from '../../routing/use-route-handle.ts'
import { MenuDrawer } from '../../side-menu/menu-drawer.tsx'
import { SideMenu } from '../../side-menu/side-menu.tsx'
import { useWideWindow } from '../../side-menu/use-wide-window.ts'
import { AmountsSwitch } from './amounts-switch.tsx'
import { ForbiddenBanner } from './forbidden-banner.tsx'
import { Frame } from './frame.tsx'
import { FrameHeading } from './frame-heading.tsx'

// Has no Suspense boundary, with which React would delay the hydration of the page by 300 ms after the fallback.
const loadFrameLater = async () => {
  await whenIdle()
  return (await import('./frame-later.tsx')).default
}

const loadOfflineBanner = async () => {
  const session = queryClient.getQueryState(sessionQuery.queryKey)
  // A session that is neither loading nor failed was loaded, so the banner can wait. Otherwise the stored session may
  // be shown, and the banner must appear with it.
  if (session?.fetchStatus !== 'fetching' && !session?.error) await whenIdle()
  return (await import(/* webpackChunkName: "offline" */ '../../../updates/offline/offline-banner.tsx')).default
}

/** The page is usable without the part. */
function ignoreFailure() {}

export function LoadedFrame() {
  // There is always an employee: `SessionBoundary` shows another page to a user without a restaurant.
  const employee = useCurrentEmployee()
  const forbidden = useSession((state) => state.forbidden)
  const client = useQueryClient()
  useEffect(() => startLiveLater(client, client.getQueryData(sessionQuery.queryKey)?.live_seq ?? 0), [client])
  const wide = useWideWindow()
  const FrameLater = useLatePart(loadFrameLater, true, ignoreFailure)
  const OfflineBanner = useLatePart(loadOfflineBanner, true, ignoreFailure)
  const page = useRouteHandle()?.page
  // Another restaurant has its own pages, so no field or filter of the previous one stays.
  const place = forbidden ? 'forbidden' : `${employee.id} ${page?.path}`

  return (
    <Frame
      menu={
        // Has a boundary, because a phone removes it before it is hydrated.
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
