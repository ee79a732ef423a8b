import { useOnline } from '@portal/shared/http/online'
import { Notice } from '@portal/shared/ui/notice'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionQuery } from '../../session/load-session.ts'
import { DataTime } from './data-time.tsx'
import styles from './offline-banner.module.css'
import { isRestored } from './restore-responses.ts'
import { startOffline } from './start-offline.ts'

/** Time between retries while the server does not respond. When the network is down, the browser reports its return. */
const retryIntervalMs = 15_000

/** Starts offline support. Shows a banner while there is no network or the page shows stored data. */
export default function OfflineBanner() {
  const client = useQueryClient()
  useEffect(() => startOffline(client), [client])
  const online = useOnline()
  const { dataUpdatedAt, error, failureReason } = useQuery({
    ...sessionQuery,
    refetchInterval: ({ state }) => state.status === 'error' && retryIntervalMs,
  })
  if (online && !isRestored(dataUpdatedAt)) return null
  const whileOnline = (error ?? failureReason) ? 'Сервер не отвечает' : 'Новые данные загружаются'
  return (
    <div className={styles.banner} role="status">
      <Notice tone="info">
        <p>{online ? whileOnline : 'Нет соединения с интернетом'}</p>
        <DataTime />
      </Notice>
    </div>
  )
}
