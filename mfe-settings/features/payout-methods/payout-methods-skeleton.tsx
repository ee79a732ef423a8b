import { Panel } from '@portal/shared/ui/panel'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { RowsSkeleton } from '../../rows-skeleton/rows-skeleton.tsx'

export function PayoutMethodsSkeleton() {
  return (
    <div aria-hidden="true">
      <Panel title={<Skeleton width={200} />}>
        <RowsSkeleton title="50%" subtitle="30%" />
      </Panel>
    </div>
  )
}
