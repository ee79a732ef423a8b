import { List, ListRow } from '@portal/shared/ui/list'
import { Skeleton } from '@portal/shared/ui/skeleton'

/** Replaces two rows of a list while they load. `title`, `subtitle`: widths of their lines. */
export function RowsSkeleton({ title, subtitle }: { title: string; subtitle: string }) {
  return (
    <div aria-hidden="true">
      <List>
        {[1, 2].map((row) => (
          <ListRow
            key={row}
            leading={<Skeleton width={40} height={40} radius="var(--radius-control)" />}
            title={<Skeleton width={title} />}
            subtitle={<Skeleton width={subtitle} height={12} />}
          />
        ))}
      </List>
    </div>
  )
}
