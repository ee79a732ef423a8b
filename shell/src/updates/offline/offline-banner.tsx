import { useOnline } from '@portal/shared/http/online'
import { Notice } from '@portal/shared/ui/notice'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pageRegistry } from '../../remotes/registry.ts'
import { sessionQuery } from '../../session/load-session.ts'
import { DataTime } from './data-time.tsx'
import styles from './offline-banner.module.css'
import { isRestored, refreshWhenOnline } from './restore-responses.ts'
import { storeResponses } from './store-responses.ts'

/** Time between retries while the server does not respond. When the network is down, the browser reports its return. */
const RETRY_INTERVAL_MS = 15_000

/** Starts offline support. Shows a banner while there is no network or the page shows stored data. */
export default function OfflineBanner() {
  const client = useQueryClient()
  useEffect(() => startOffline(client), [client])
  const isOnline = useOnline()
  const { dataUpdatedAt, error, failureReason } = useQuery({
    ...sessionQuery,
    refetchInterval: ({ state }) => state.status === 'error' && RETRY_INTERVAL_MS,
  })
  if (isOnline && !isRestored(dataUpdatedAt)) return null
  const whileOnline = (error ?? failureReason) ? 'Портал не отвечает' : 'Новые данные загружаются'
  return (
    <div className={styles.banner} role="status">
      <Notice tone="info">
        <p>{isOnline ? whileOnline : 'Нет соединения с интернетом'}</p>
        <DataTime />
      </Notice>
    </div>
  )
}

let isStarted = false

/** Makes the portal readable without a network: the worker caches its code, the page stores the last responses. */
function startOffline(client: QueryClient): void {
  if (isStarted) return
  isStarted = true
  refreshWhenOnline(client)
  // A development server has no files to cache. A browser that rejects the worker logs the reason in its console.
  if (pageRegistry().shell.files) window.portal.startWorker()?.catch(() => {})
  void storeResponses(client)
}
