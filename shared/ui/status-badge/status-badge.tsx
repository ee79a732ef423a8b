import type { ReactNode } from 'react'
import styles from './status-badge.module.css'

export type StatusTone = 'neutral' | 'positive' | 'negative' | 'progress'

/** A state in a word or two. The colour repeats the text, it never replaces it. */
export function StatusBadge({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}
