import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** Pairs of a name and a value; the last of a sum stands out by `strong`. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

export function Fact({ name, strong, children }: { name: string; strong?: boolean; children: ReactNode }) {
  return (
    <div data-strong={strong || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
