import { Outlet } from '@portal/shared/router'
import { Suspense } from 'react'
import { useRouteHandle } from '../../routing/use-route-handle.ts'
import { Brand } from '../brand.tsx'
import { useHeadingFocus } from '../use-heading-focus.ts'
import styles from './centred-card-layout.module.css'

export function CentredCardLayout() {
  // These pages require nothing of the user, so no title has to be withheld.
  const title = useRouteHandle()?.title ?? ''
  return (
    <div className={styles.layout}>
      <header>
        <Brand />
      </header>
      <main className={styles.card}>
        <h1 className={styles.title} ref={useHeadingFocus()} tabIndex={-1}>
          {title}
        </h1>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
    </div>
  )
}
