import type { Elements } from '@portal/shared/elements'
import type { ReactNode } from 'react'
import { useRouteHandle } from '../../routing/use-route-handle.ts'
import { useRouteTitle } from '../../routing/use-user-facts.ts'
import { useHeadingFocus } from '../use-heading-focus.ts'
import { BackLink } from './back-link.tsx'
import styles from './layout-areas.module.css'

type LayoutAreasProps = {
  /** Shown in a wide window. On a phone the menu is a drawer. */
  menu: ReactNode
  header: ReactNode
  children: Elements
}

/** The areas of the main layout, as wide as the route requires. They are the same while it loads, fails and runs. */
export function LayoutAreas({ menu, header, children }: LayoutAreasProps) {
  return (
    <div className={styles.layout}>
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

export function PageHeading() {
  const title = useRouteTitle()
  return (
    <h1 className={styles.heading} ref={useHeadingFocus()} tabIndex={-1}>
      {title}
    </h1>
  )
}
