import { Panel } from '@portal/shared/ui/panel'
import { Skeleton } from '@portal/shared/ui/skeleton'
import styles from './section-skeleton.module.css'

/** Shown while the code of a section loads. The section's own skeleton follows. */
export function SectionSkeleton() {
  return (
    <div className={styles.section} aria-busy="true">
      <Panel>
        <div className={styles.lines}>
          <Skeleton width="40%" height={20} />
          <Skeleton width="65%" height={40} />
          <Skeleton height={52} radius={12} />
        </div>
      </Panel>
    </div>
  )
}
