import { useCurrentEmployee } from '@portal/shared/session/store'
import { Panel } from '@portal/shared/ui/panel'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { Invitations } from './invitations.tsx'
import { Members } from './members.tsx'
import { MembersSkeleton, NewInvitationSkeleton } from './skeletons.tsx'
import styles from './team.module.css'

function TeamPage() {
  const { restaurant } = useCurrentEmployee()
  return (
    <div className={styles.page}>
      <Panel title="Приглашения">
        <QueryBoundary skeleton={<NewInvitationSkeleton />}>
          <Invitations restId={restaurant.id} />
        </QueryBoundary>
      </Panel>
      <Panel title="Сотрудники">
        <QueryBoundary skeleton={<MembersSkeleton />}>
          <Members restaurant={restaurant} />
        </QueryBoundary>
      </Panel>
    </div>
  )
}

export { TeamPage as Component }
