import styles from './progress-bar.module.css'

type ProgressBarProps = {
  value: number
  max: number
  label: string
  /** Colours the bar of a limit that is nearly or wholly used. */
  tone?: 'progress' | 'negative' | undefined
}

/** Shows a share of a whole. The text beside it has the figures. */
export function ProgressBar({ value, max, label, tone }: ProgressBarProps) {
  return <progress className={styles.bar} data-tone={tone} max={max} value={value} aria-label={label} />
}
