import styles from './bar.module.css'

/** A figure as a bar beside others of its kind; the figure itself stands beside it. */
export function Bar({ part, whole, tone }: { part: number; whole: number; tone?: 'negative' }) {
  return (
    <svg className={styles.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles.ground} width="100" height="6" />
      <rect className={styles.value} data-tone={tone} width={whole > 0 ? (part / whole) * 100 : 0} height="6" />
    </svg>
  )
}
