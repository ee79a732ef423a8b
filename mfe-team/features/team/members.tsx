import type { Restaurant } from '@portal/contracts/employee'
import { profileTagTexts } from '@portal/contracts/profile-tag-texts'
import { listTeam, type TeamMember } from '@portal/contracts/team'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { Avatar } from '@portal/shared/ui/avatar'
import { List, ListRow } from '@portal/shared/ui/list'
import { NoBreak } from '@portal/shared/ui/no-break'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import { useState } from 'react'
import { Dismissed } from './dismissed.tsx'
import { Member } from './member.tsx'
import styles from './team.module.css'

/** The employees of the restaurant, including the user. */
export function Members({ restaurant }: { restaurant: Restaurant }) {
  const { data } = useSuspenseQuery(apiQuery(listTeam, { query: { restId: restaurant.id } }))
  const { id: ownId } = useCurrentEmployee()
  const [shown, setShown] = useState<TeamMember | null>(null)
  const [openId, setOpenId] = useState<string | null>(null)
  return (
    <>
      <List label="Сотрудники">
        {data.items.map((member) => (
          <ListRow
            key={member.id}
            leading={<Avatar name={member.name} photoUrl={member.photo_url} />}
            title={
              <span className={styles.name}>
                <NoBreak>{member.name}</NoBreak>
                {member.id === ownId && <StatusBadge tone="neutral">Вы</StatusBadge>}
                {member.blocked && <StatusBadge tone="negative">Доступ закрыт</StatusBadge>}
                {!member.signed_in && <StatusBadge tone="progress">Ещё не в портале</StatusBadge>}
              </span>
            }
            subtitle={formatRoles(member)}
            hasChevron={member.id !== ownId}
            onClick={
              member.id === ownId
                ? undefined
                : () => {
                    setShown(member)
                    setOpenId(member.id)
                  }
            }
          />
        ))}
      </List>
      <Dismissed members={data.dismissed ?? []} />
      {shown && (
        <Member
          key={shown.id}
          member={shown}
          roles={formatRoles(shown)}
          restaurant={restaurant.name}
          open={openId === shown.id}
          // A response may come late, when another member is open.
          onClose={() => setOpenId((id) => (id === shown.id ? null : id))}
        />
      )}
    </>
  )
}

/** «Менеджер, официант · •• 07» */
function formatRoles({ manager, default: isDefault, roles, phone_last2 }: TeamMember): string {
  const names = [
    manager && 'менеджер',
    isDefault && 'делит общие чаевые',
    ...roles.map((role) => profileTagTexts[role]),
  ]
  const text = names.filter(Boolean).join(', ').toLowerCase()
  return [text.charAt(0).toUpperCase() + text.slice(1), `•• ${phone_last2}`].filter(Boolean).join('\u00A0· ')
}
