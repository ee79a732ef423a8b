import { List, ListRow } from '@portal/shared/ui/list'
import { Skeleton } from '@portal/shared/ui/skeleton'

export function PasskeysSkeleton() {
  return (
    <div aria-hidden="true">
      <List>
        {[1, 2].map((row) => (
          <ListRow
            key={row}
            leading={<Skeleton width={24} height={24} />}
            title={<Skeleton width="40%" />}
            subtitle={<Skeleton width="60%" height={12} />}
          />
        ))}
      </List>
    </div>
  )
}
