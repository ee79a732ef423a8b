import { listTeam, reinstateTeamMember, type TeamMember } from '@portal/contracts/team'
import { failureText } from '@portal/shared/format/failure-text'
import type { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { invalidate } from '@portal/shared/http/query'
import { useMutation, useQueryClient } from '@portal/shared/query'
import { toast } from '@portal/shared/session/store'
import { Avatar } from '@portal/shared/ui/avatar'
import { Button } from '@portal/shared/ui/button'
import { List, ListRow } from '@portal/shared/ui/list'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Notice } from '@portal/shared/ui/notice'
import { errorTexts } from './error-texts.ts'
import styles from './team.module.css'

/** Those whom a manager has dismissed in the last day. */
export function Dismissed({ members }: { members: readonly TeamMember[] }) {
  const client = useQueryClient()
  const reinstating = useMutation<void, ApiError, TeamMember>({
    mutationFn: async ({ id }) => {
      await call(reinstateTeamMember, { params: { id } })
      await invalidate(client, listTeam)
      toast('Сотрудник снова в команде')
    },
  })
  if (members.length === 0) return null
  return (
    <section className={styles.dismissed}>
      <h3>Убраны за сутки</h3>
      {reinstating.error && <Notice tone="error">{failureText(reinstating.error, errorTexts)}</Notice>}
      <List label="Убраны за сутки">
        {members.map((member) => (
          <ListRow
            key={member.id}
            leading={<Avatar name={member.name} photoUrl={member.photo_url} />}
            title={<NoBreak>{member.name}</NoBreak>}
            subtitle={`•• ${member.phone_last2}`}
            action={
              <Button
                variant="secondary"
                size="s"
                aria-label={`Вернуть: ${member.name}`}
                disabled={reinstating.isPending}
                onClick={() => reinstating.mutate(member)}
              >
                Вернуть
              </Button>
            }
          />
        ))}
      </List>
    </section>
  )
}
