import { useOnline } from '@portal/shared/http/online'
import { Notice } from '@portal/shared/ui/notice'
import styles from './offline-banner.module.css'

export function OfflineBanner() {
  const online = useOnline()
  if (online) return null
  return (
    <div className={styles.banner} role="status">
      <Notice tone="error">Нет соединения с интернетом</Notice>
    </div>
  )
}
