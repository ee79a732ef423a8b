import { getProfile, type Profile } from '@portal/contracts/profile'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { Icon } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Panel } from '@portal/shared/ui/panel'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import styles from './profile.module.css'
import { ProfileForm } from './profile-form.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'

function ProfilePage() {
  return (
    <QueryBoundary panel skeleton={<ProfileSkeleton />}>
      <ProfileContent />
    </QueryBoundary>
  )
}

export { ProfilePage as Component }

function ProfileContent() {
  const { data: profile } = useSuspenseQuery(apiQuery(getProfile, {}))
  return (
    <div className={styles.page}>
      <ProfileForm key={profile.id} profile={profile} />
      <Panel title="Рестораны">
        {profile.restaurants.length === 0 ? (
          <p className={styles.none}>Вы пока не работаете ни в одном ресторане. Попросите у менеджера приглашение.</p>
        ) : (
          <List>
            {profile.restaurants.map((restaurant) => (
              <ListRow
                key={restaurant.id}
                leading={<Icon name="building" />}
                title={restaurant.name}
                subtitle={roleText(restaurant)}
              />
            ))}
          </List>
        )}
      </Panel>
      <Panel title="Телефон">
        <List>
          <ListRow
            leading={<Icon name="phone" />}
            title={<NoBreak>{profile.phone_masked}</NoBreak>}
            subtitle="Изменить номер"
            to="/settings/phone"
          />
        </List>
      </Panel>
    </div>
  )
}

function roleText({ manager, default: isDefault }: Profile['restaurants'][number]): string {
  const roles = [manager && 'Менеджер', isDefault && 'Делит общие чаевые'].filter(Boolean)
  return roles.join(' · ') || 'Сотрудник'
}
