import { useRouteTitle } from '../../routing/use-route-title.ts'
import { useHeadingFocus } from '../use-heading-focus.ts'
import styles from './frame-heading.module.css'

/** The page's heading. */
export function FrameHeading() {
  const title = useRouteTitle()
  return (
    <h1 className={styles.heading} ref={useHeadingFocus()} tabIndex={-1}>
      {title}
    </h1>
  )
}
