import { List, ListRow } from '@portal/shared/ui/list'
import { Panel } from '@portal/shared/ui/panel'
import { Skeleton } from '@portal/shared/ui/skeleton'
import styles from './profile.module.css'

export function ProfileSkeleton() {
  return (
    <div className={styles.page} aria-hidden="true">
      <Panel>
        <Skeleton width={148} height={148} radius="var(--radius-card)" />
        {[1, 2, 3].map((field) => (
          <Skeleton key={field} height={76} radius="var(--radius-control)" />
        ))}
      </Panel>
      <Panel title={<Skeleton width={80} />}>
        <Skeleton height={76} radius="var(--radius-control)" />
      </Panel>
      <Panel title={<Skeleton width={140} />}>
        <List>
          <ListRow
            leading={<Skeleton width={40} height={40} radius="var(--radius-control)" />}
            title={<Skeleton width="50%" />}
            subtitle={<Skeleton width="30%" height={12} />}
          />
        </List>
      </Panel>
    </div>
  )
}
