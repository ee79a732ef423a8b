import { Panel } from '@portal/shared/ui/panel'
import { Skeleton } from '@portal/shared/ui/skeleton'

/** Two of the panels of a view. */
export function PageSkeleton() {
  return ['first', 'second'].map((key) => (
    <Panel key={key}>
      <Skeleton width="40%" height={20} />
      <Skeleton width="70%" />
      <Skeleton height={96} radius="var(--radius-control)" />
    </Panel>
  ))
}
