import { List, ListRow } from '@portal/shared/ui/list'
import { Panel } from '@portal/shared/ui/panel'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { latestTipsCount } from './latest-tips.tsx'
import styles from './tips-skeleton.module.css'

export function BalanceSkeleton() {
  return (
    <div aria-hidden="true">
      <Panel>
        <div className={styles.balance}>
          <Skeleton width={140} />
          <Skeleton width={200} height={40} />
          <Skeleton width={120} height={40} />
        </div>
      </Panel>
    </div>
  )
}

export function OverviewSkeleton() {
  return (
    <div className={styles.overview} aria-hidden="true">
      <Panel title="За период">
        <div className={styles.statistics}>
          <Skeleton height={44} radius={12} />
          <Skeleton width={160} />
          <Skeleton width={140} height={32} />
          <Skeleton width={240} />
          <Skeleton height={240} radius={12} />
        </div>
      </Panel>
      <Panel title="Последние чаевые">
        <List>
          {Array.from({ length: latestTipsCount }, (_, row) => (
            <ListRow
              key={row}
              title={<Skeleton width={120} />}
              subtitle={<Skeleton width={180} height={12} />}
              trailing={<Skeleton width={64} />}
            />
          ))}
        </List>
      </Panel>
    </div>
  )
}
