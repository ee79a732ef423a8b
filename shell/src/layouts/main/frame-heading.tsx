import { useLocation } from '@portal/shared/router'
import { useSession } from '@portal/shared/session/store'
import { useEffect, useRef } from 'react'
import { useRouteTitle } from '../../routing/use-route-title.ts'
import styles from './frame-heading.module.css'

/** The page's heading. On another page, or another restaurant's, it takes the focus: that is announced and read from its top. */
export function FrameHeading() {
  const title = useRouteTitle()
  const { pathname } = useLocation()
  const employeeId = useSession((state) => state.currentEmployee?.id)
  const heading = useRef<HTMLHeadingElement>(null)
  const page = pathname + employeeId
  const shownPage = useRef(page)

  useEffect(() => {
    if (shownPage.current === page) return
    shownPage.current = page
    heading.current?.focus({ preventScroll: true })
  }, [page])

  return (
    <h1 className={styles.heading} ref={heading} tabIndex={-1}>
      {title}
    </h1>
  )
}
