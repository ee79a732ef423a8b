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
  const [sheet, setSheet] = useState<{ member: TeamMember; nth: number; open: boolean } | null>(null)
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
              member.id === ownId ? undefined : () => setSheet({ member, nth: (sheet?.nth ?? 0) + 1, open: true })
            }
          />
        ))}
      </List>
      <Dismissed members={data.dismissed ?? []} />
      {sheet && (
        <Member
          // A response may come late, when another sheet is open.
          key={sheet.nth}
          member={sheet.member}
          roles={formatRoles(sheet.member)}
          restaurant={restaurant.name}
          open={sheet.open}
          onClose={() => setSheet((now) => (now?.nth === sheet.nth ? { ...now, open: false } : now))}
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
