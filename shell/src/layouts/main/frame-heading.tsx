import { useLocation } from '@portal/shared/router'
import { useEffect, useRef } from 'react'
import { useRouteTitle } from '../../routing/use-route-title.ts'
import styles from './frame-heading.module.css'

/** The page's heading. After a navigation it takes the focus: the new page is announced and read from its top. */
export function FrameHeading() {
  const title = useRouteTitle()
  const { pathname } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  const shownPath = useRef(pathname)

  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    heading.current?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <h1 className={styles.heading} ref={heading} tabIndex={-1}>
      {title}
    </h1>
  )
}
