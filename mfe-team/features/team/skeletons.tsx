import { List, ListRow } from '@portal/shared/ui/list'
import { Skeleton } from '@portal/shared/ui/skeleton'

/** Has the sizes of the page without open invitations. */
export function NewInvitationSkeleton() {
  return (
    <>
      <Skeleton width="90%" />
      <Skeleton height={52} radius="var(--radius-control)" />
    </>
  )
}

export function MembersSkeleton() {
  return (
    <List>
      {['45%', '60%', '50%'].map((width) => (
        <ListRow
          key={width}
          leading={<Skeleton width={40} height={40} radius="var(--radius-full)" />}
          title={<Skeleton width={width} />}
          subtitle={<Skeleton width="30%" height={12} />}
        />
      ))}
    </List>
  )
}
