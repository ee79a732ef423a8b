import type { Elements } from '@portal/shared/elements'
import { Brand } from '../brand.tsx'
import styles from './empty-frame.module.css'
import { Frame } from './frame.tsx'
import { FrameHeading } from './frame-heading.tsx'

/** The main layout before the employees are loaded: the heading has its final place. */
export function EmptyFrame({ menu, children }: { menu?: Elements; children: Elements }) {
  return (
    <Frame
      menu={
        <div className={styles.menu}>
          <div className={styles.brand}>
            <Brand />
          </div>
          {menu}
        </div>
      }
      header={
        <>
          <span className={styles.menuButton} />
          <FrameHeading />
        </>
      }
    >
      {children}
    </Frame>
  )
}
