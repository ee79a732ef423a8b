import type { Elements } from '@portal/shared/elements'
import type { ReactNode } from 'react'
import { useRouteHandle } from '../../routing/use-route-handle.ts'
import { BackLink } from './back-link.tsx'
import styles from './frame.module.css'

type FrameProps = {
  /** Shown in a wide window. On a phone the menu is a drawer. */
  menu: ReactNode
  header: ReactNode
  children: Elements
}

/** The places of the main layout, as wide as the route requires, and the same while loading, failing and running. */
export function Frame({ menu, header, children }: FrameProps) {
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        К содержанию
      </a>
      <aside className={styles.menu}>{menu}</aside>
      <header className={styles.header}>{header}</header>
      <main className={styles.content} id="content" data-width={useRouteHandle()?.width} tabIndex={-1}>
        <BackLink />
        {children}
      </main>
    </div>
  )
}
