import { useOnline } from '@portal/shared/http/online'
import { useLatePart } from '@portal/shared/ui/late-part'
import { Notice } from '@portal/shared/ui/notice'
import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../session/load-session.ts'
import styles from './offline-banner.module.css'

const loadDataTime = async () =>
  (await import(/* webpackChunkName: "offline" */ '../../offline/data-time.tsx')).DataTime

export function OfflineBanner() {
  const online = useOnline()
  // There is a session and yet it does not load: what is shown was kept.
  const { isError, failureCount } = useQuery(sessionQuery)
  const open = !online || isError || failureCount > 0
  const DataTime = useLatePart(loadDataTime, open, () => {})
  if (!open) return null
  return (
    <div className={styles.banner} role="status">
      <Notice tone="info" title={online ? 'Сервер не отвечает' : 'Нет соединения с интернетом'}>
        {DataTime && <DataTime />}
      </Notice>
    </div>
  )
}
