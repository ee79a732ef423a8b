import type { Elements } from '@portal/shared/elements'
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
      <Part title="Приглашения" skeleton={<NewInvitationSkeleton />}>
        <Invitations restId={restaurant.id} />
      </Part>
      <Part title="Сотрудники" skeleton={<MembersSkeleton />}>
        <Members restaurant={restaurant} />
      </Part>
    </div>
  )
}

export { TeamPage as Component }

type PartProps = { title: string; skeleton: Elements; children: Elements }

/** The boundary is around the panel, so that two parts that fail for the same cause show one failure. */
function Part({ title, skeleton, children }: PartProps) {
  return (
    <QueryBoundary panel skeleton={<Panel title={title}>{skeleton}</Panel>}>
      <Panel title={title}>{children}</Panel>
    </QueryBoundary>
  )
}
