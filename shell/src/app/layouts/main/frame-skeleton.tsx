import { Skeleton } from '@portal/shared/ui/skeleton'
import { SectionSkeleton } from '../../../remotes/sections/section-notices.tsx'
import styles from './empty-frame.module.css'
import { EmptyFrame } from './empty-frame.tsx'

export function FrameSkeleton() {
  return (
    <EmptyFrame
      menu={
        <>
          <div className={styles.items}>
            {['40%', '60%', '70%', '55%'].map((width) => (
              <div key={width} className={styles.item}>
                <Skeleton height={20} width={width} />
              </div>
            ))}
          </div>
          <div className={styles.item}>
            <Skeleton height={40} width={40} radius="var(--radius-full)" />
          </div>
        </>
      }
    >
      <SectionSkeleton />
    </EmptyFrame>
  )
}
