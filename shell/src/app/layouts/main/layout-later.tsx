import { hideOnLeaving } from '@portal/shared/hide-on-leaving'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { startLeaveReports } from '../../../session/app-lock/leave-reports.ts'
import { NewReleaseNotice } from '../../../updates/new-release/new-release-notice.tsx'
import { usePushMessages } from '../../../updates/push/push-later.ts'
import { startPrefetch } from '../../prefetch/prefetch.ts'
import { startPreparing } from '../../prefetch/prepare-parts.ts'

/** Parts of the layout that load after the page, because the first paint does not need them. */
export default function LayoutLater() {
  const client = useQueryClient()
  useEffect(() => startPrefetch(client), [client])
  useEffect(startPreparing, [])
  useEffect(hideOnLeaving, [])
  useEffect(() => startLeaveReports(client), [client])
  usePushMessages()
  return <NewReleaseNotice />
}
