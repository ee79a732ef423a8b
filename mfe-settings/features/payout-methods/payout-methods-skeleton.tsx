import { List, ListRow } from '@portal/shared/ui/list'
import { Panel } from '@portal/shared/ui/panel'
import { Skeleton } from '@portal/shared/ui/skeleton'

export function PayoutMethodsSkeleton() {
  return (
    <div aria-hidden="true">
      <Panel title={<Skeleton width={200} />}>
        <List>
          {[1, 2].map((row) => (
            <ListRow
              key={row}
              leading={<Skeleton width={24} height={24} />}
              title={<Skeleton width="50%" />}
              subtitle={<Skeleton width="30%" height={12} />}
            />
          ))}
        </List>
      </Panel>
    </div>
  )
}
