import type { Elements } from '@portal/shared/elements'
import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

type PanelProps = {
  title?: ReactNode
  /** The action at the title's end: a link or a small button. */
  action?: Elements
  children: Elements
}

/** A card with a part of the page. With a title it is a landmark named by it. */
export function Panel({ title, action, children }: PanelProps) {
  const titleId = useId()
  return (
    <section className={styles.panel} aria-labelledby={title ? titleId : undefined}>
      {(title || action) && (
        <div className={styles.header}>
          {title && <h2 id={titleId}>{title}</h2>}
          {action}
        </div>
      )}
      {children}
    </section>
  )
}
