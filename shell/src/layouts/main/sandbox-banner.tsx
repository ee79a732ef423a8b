import { Notice } from '@portal/shared/ui/notice'
import styles from './sandbox-banner.module.css'

/** Loaded only where a sandbox pays in production, so that no user takes it for a bank. */
export default function SandboxBanner() {
  return (
    <div className={styles.banner}>
      <Notice tone="error" title="Тестовый банк">
        Выплаты ненастоящие, деньги не придут.
      </Notice>
    </div>
  )
}
