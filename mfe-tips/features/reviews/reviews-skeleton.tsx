import { Panel } from '@portal/shared/ui/panel'
import { Skeleton } from '@portal/shared/ui/skeleton'
import styles from './reviews-page.module.css'

export function MonthsSkeleton() {
  return (
    <div aria-hidden="true">
      <Panel title={<Skeleton width={160} />}>
        <Skeleton width={200} height={32} />
        <Skeleton height={120} radius="var(--radius-control)" />
      </Panel>
    </div>
  )
}

export function ReviewsSkeleton() {
  return (
    <div className={styles.list} aria-hidden="true">
      {[1, 2, 3, 4].map((card) => (
        <Skeleton key={card} height={132} radius="var(--radius-card)" />
      ))}
    </div>
  )
}
