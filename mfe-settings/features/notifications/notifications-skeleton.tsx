import { Panel } from '@portal/shared/ui/panel'
import { RowsSkeleton } from '../../rows-skeleton/rows-skeleton.tsx'

export function NotificationsSkeleton() {
  return (
    <div aria-hidden="true">
      <Panel>
        <RowsSkeleton title="40%" subtitle="60%" />
      </Panel>
    </div>
  )
}
