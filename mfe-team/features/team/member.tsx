import { dismissTeamMember, listTeam, type TeamMember } from '@portal/contracts/team'
import { call } from '@portal/shared/http/call'
import { invalidate } from '@portal/shared/http/query'
import { useQueryClient } from '@portal/shared/query'
import { toast } from '@portal/shared/session/store'
import { Button } from '@portal/shared/ui/button'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Notice } from '@portal/shared/ui/notice'
import { Sheet } from '@portal/shared/ui/sheet'
import { useState } from 'react'
import { errorTexts } from './error-texts.ts'
import styles from './member.module.css'
import { Question } from './question.tsx'

type MemberProps = {
  member: TeamMember
  /** «Официант · •• 07» */
  roles: string
  /** The restaurant's name. */
  restaurant: string
  open: boolean
  onClose: () => void
}

/** One colleague: whether they have signed in, and the dismissal. */
export function Member({ member, roles, restaurant, open, onClose }: MemberProps) {
  const { id, name } = member
  const [dismissing, setDismissing] = useState(false)
  const client = useQueryClient()

  function close() {
    setDismissing(false)
    onClose()
  }

  async function dismiss() {
    await call(dismissTeamMember, { params: { id } })
    await invalidate(client, listTeam)
    toast('Сотрудника больше нет в команде')
    close()
  }

  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && close()}
      title={dismissing ? 'Убрать из команды?' : <NoBreak>{name}</NoBreak>}
      description={dismissing ? name : roles}
    >
      <div className={styles.member}>
        {dismissing ? (
          <>
            <ul>
              <li>«{restaurant}» исчезнет из портала этого сотрудника.</li>
              <li>
                Деньги на балансе сохранятся, но вывести их поможет только поддержка. Лучше, если сотрудник выведет их
                заранее.
              </li>
              <li>Вернуть сотрудника в команду тоже может только поддержка.</li>
            </ul>
            <Question action="Убрать" onConfirm={dismiss} onKeep={() => setDismissing(false)} />
          </>
        ) : (
          <Details member={member} onDismiss={() => setDismissing(true)} />
        )}
      </div>
    </Sheet>
  )
}

function Details({ member, onDismiss }: { member: TeamMember; onDismiss: () => void }) {
  const { manager, default: isDefault, signed_in, blocked } = member
  const protectedBy = manager ? errorTexts.manager_protected : isDefault ? errorTexts.default_protected : undefined
  return (
    <>
      <p>{blocked ? 'Поддержка закрыла этому сотруднику доступ к порталу.' : signedInText(signed_in)}</p>
      {protectedBy ? (
        <Notice tone="info">{protectedBy}</Notice>
      ) : (
        <Button full variant="danger-quiet" icon="trash" onClick={onDismiss}>
          Убрать из команды
        </Button>
      )}
    </>
  )
}

function signedInText(signedIn: boolean): string {
  return signedIn ? 'Пользуется порталом.' : 'Ещё не заходил в портал.'
}
