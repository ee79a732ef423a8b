import styles from './brand.module.css'

export function Brand() {
  return (
    <p className={styles.brand}>
      <svg className={styles.mark} viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <rect width="32" height="32" rx="10" fill="currentColor" />
        <path className={styles.coin} d="M12 24V8h6a4.5 4.5 0 0 1 0 9h-8m0 3.5h8" />
      </svg>
      <span className="hidden-in-rail">Чаевые</span>
    </p>
  )
}
