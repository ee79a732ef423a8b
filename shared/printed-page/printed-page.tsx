import type { Elements } from '@portal/shared/elements'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import styles from './printed-page.module.css'

/** Visible only on paper, where it replaces the page while it is mounted. `className`: of the content. */
export function PrintedPage({ className, children }: { className: string | undefined; children: Elements }) {
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset.printed = ''
    return () => {
      // Another receipt may still be mounted.
      if (!document.querySelector('[data-printed-page]')) delete dataset.printed
    }
  }, [])

  return createPortal(
    <article className={styles.page} aria-hidden="true" data-printed-page>
      <div className={className}>
        <p className={styles.brand}>Чаевые</p>
        {children}
      </div>
    </article>,
    document.body,
  )
}
