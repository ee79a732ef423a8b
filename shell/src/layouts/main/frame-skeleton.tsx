import { Skeleton } from '@portal/shared/ui/skeleton'
import { SectionSkeleton } from '../../sections/section-skeleton.tsx'
import { Brand } from '../brand.tsx'
import { Frame } from './frame.tsx'
import { FrameHeading } from './frame-heading.tsx'
import styles from './frame-skeleton.module.css'

export function FrameSkeleton() {
  return (
    <Frame
      menu={
        <div className={styles.menu}>
          <Brand />
          <Skeleton height={20} width="70%" />
          <Skeleton height={20} width="55%" />
          <Skeleton height={20} width="62%" />
        </div>
      }
      header={
        <>
          <span className={styles.menuButton} />
          <FrameHeading />
        </>
      }
    >
      <SectionSkeleton />
    </Frame>
  )
}
