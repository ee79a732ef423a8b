import { List, ListRow } from '@portal/shared/ui/list'
import { Panel } from '@portal/shared/ui/panel'
import { Skeleton } from '@portal/shared/ui/skeleton'

const rows = [1, 2, 3, 4, 5, 6]

export function OperationsSkeleton() {
  return (
    <div aria-hidden="true">
      <Panel title={<Skeleton width={96} />} action={<Skeleton width={72} />}>
        <List>
          {rows.map((row) => (
            <ListRow
              key={row}
              leading={<Skeleton width={24} height={24} radius={12} />}
              title={<Skeleton width="60%" />}
              subtitle={<Skeleton width="40%" height={12} />}
              trailing={<Skeleton width={72} />}
            />
          ))}
        </List>
      </Panel>
    </div>
  )
}
