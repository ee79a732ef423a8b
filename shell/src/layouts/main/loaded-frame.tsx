import { Outlet } from '@portal/shared/router'
import { useCurrentEmployee, useSession } from '@portal/shared/session/store'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { startLiveLater } from '../../live/live-later.ts'
import { startOfflineLater } from '../../offline/offline-later.ts'
import { sessionQuery } from '../../session/load-session.ts'
import { MenuDrawer } from '../../side-menu/menu-drawer.tsx'
import { SideMenu } from '../../side-menu/side-menu.tsx'
import { useWideWindow } from '../../side-menu/use-wide-window.ts'
import { whenIdle } from '../../when-idle.ts'
import { AmountsSwitch } from './amounts-switch.tsx'
import { ForbiddenBanner } from './forbidden-banner.tsx'
import { Frame } from './frame.tsx'
import { FrameHeading } from './frame-heading.tsx'
import { OfflineBanner } from './offline-banner.tsx'

const FrameLater = lazy(() => whenIdle().then(() => import('./frame-later.tsx')))

export function LoadedFrame() {
  // Throws when there is none: a user without an employee is an error of the data, and no page could be drawn.
  const employee = useCurrentEmployee()
  const forbidden = useSession((state) => state.forbidden)
  const client = useQueryClient()
  useEffect(() => startLiveLater(client, client.getQueryData(sessionQuery.queryKey)?.live_seq ?? 0), [client])
  useEffect(() => startOfflineLater(client), [client])
  const wide = useWideWindow()

  return (
    <Frame
      menu={wide && <SideMenu />}
      header={
        <>
          {!wide && <MenuDrawer />}
          <FrameHeading />
          <AmountsSwitch />
        </>
      }
    >
      <OfflineBanner />
      {/* Another restaurant is another set of pages: no field or filter of the first one stays. */}
      {forbidden ? <ForbiddenBanner /> : <Outlet key={employee.id} />}
      <Suspense>
        <FrameLater />
      </Suspense>
    </Frame>
  )
}
