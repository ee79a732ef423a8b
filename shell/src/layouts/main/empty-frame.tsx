import type { ReactNode } from 'react'
import { Brand } from '../brand.tsx'
import styles from './empty-frame.module.css'
import { Frame } from './frame.tsx'
import { FrameHeading } from './frame-heading.tsx'

/** The main layout while there is nothing to choose from: the heading stands where it will stay. */
export function EmptyFrame({ menu, children }: { menu?: ReactNode; children: ReactNode }) {
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
