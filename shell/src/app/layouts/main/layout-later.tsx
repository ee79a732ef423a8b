import { hideOnLeaving } from '@portal/shared/hide-on-leaving'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { startLeaveReports } from '../../../session/app-lock/leave-reports.ts'
import { NewReleaseNotice } from '../../../updates/new-release/new-release-notice.tsx'
import { usePushMessages } from '../../../updates/push/push-later.ts'
import { startPrefetch } from '../../prefetch/prefetch.ts'
import { startPreparing } from '../../prefetch/prepare-parts.ts'
import { rightsIn } from '../../routing/use-user-facts.ts'

/** Parts of the layout that load after the page, because the first paint does not need them. */
export default function LayoutLater() {
  const client = useQueryClient()
  useEffect(() => startPrefetch(client), [client])
  useEffect(startPreparing, [])
  useEffect(hideOnLeaving, [])
  useEffect(() => startLeaveReports(client), [client])
  usePushMessages()
  return (
    <>
      <NewReleaseNotice />
      <DebugPanel />
    </>
  )
}

const FederationPanel = lazy(() => import('../../../remotes/debug/federation-panel.tsx'))

/** `?debug=federation`, for users with the right `releases`. It stays on the pages that they open afterwards. */
function DebugPanel() {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(
    () => new URLSearchParams(location.search).get('debug') === 'federation' && rightsIn(client).includes('releases'),
  )
  return (
    isOpen && (
      <Suspense>
        <FederationPanel onClose={() => setOpen(false)} />
      </Suspense>
    )
  )
}
