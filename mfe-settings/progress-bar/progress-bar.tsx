import styles from './progress-bar.module.css'

type ProgressBarProps = { value: number; max: number; label: string }

/** Shows a share of a whole. The text beside it has the figures. */
export function ProgressBar({ value, max, label }: ProgressBarProps) {
  return <progress className={styles.bar} max={max} value={value} aria-label={label} />
}
