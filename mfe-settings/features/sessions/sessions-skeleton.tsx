import { RowsSkeleton } from '../../rows-skeleton/rows-skeleton.tsx'

export function SessionsSkeleton() {
  return (
    <div aria-hidden="true">
      <RowsSkeleton title="40%" subtitle="60%" />
    </div>
  )
}
