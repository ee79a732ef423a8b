import type { Elements } from '@portal/shared/elements'
import styles from './spinner.module.css'

/** Shows that something is pending. Inside a busy button the button itself announces it: `label={null}`. */
export function Spinner({ size = 24, label = 'Загрузка' }: { size?: number; label?: string | null }) {
  const ring: Elements = (
    <svg className={styles.spinner} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <circle className={styles.track} cx="12" cy="12" r="9" />
      <path className={styles.arc} d="M12 3a9 9 0 0 1 9 9" />
    </svg>
  )
  if (label === null) return ring
  return (
    <span className={styles.status} role="status">
      {ring}
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
