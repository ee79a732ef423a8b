import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** Lists pairs of a name and a value; the total of a sum is emphasized by `isStrong`. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

type FactProps = {
  name: string
  isStrong?: boolean
  /** Explains the value if its name is not clear enough. */
  note?: string
  children: ReactNode
}

export function Fact({ name, isStrong, note, children }: FactProps) {
  return (
    <div data-strong={isStrong || undefined} data-noted={note ? true : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  )
}
