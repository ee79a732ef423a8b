import type { Proof } from '@portal/contracts/proof'
import { dismissTeamMember, listTeam, type TeamMember } from '@portal/contracts/team'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { invalidate } from '@portal/shared/http/query'
import { useQueryClient } from '@portal/shared/query'
import { toast } from '@portal/shared/session/store'
import { Button } from '@portal/shared/ui/button'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Notice } from '@portal/shared/ui/notice'
import { Sheet } from '@portal/shared/ui/sheet'
import { lazy, Suspense, useState } from 'react'
import { errorTexts } from './error-texts.ts'
import { Question } from './question.tsx'
import styles from './team.module.css'

/** Few managers ever see it. */
const CodeSheet = lazy(async () => ({ default: (await import('@portal/shared/confirm/code-sheet')).CodeSheet }))

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
  const [isDismissing, setDismissing] = useState(false)
  // Set when the dismissal needs a confirmation, because this manager has dismissed several employees within an hour.
  const [isConfirming, setConfirming] = useState(false)
  const client = useQueryClient()

  function close() {
    setDismissing(false)
    setConfirming(false)
    onClose()
  }

  async function dismiss(proof?: Proof) {
    try {
      await call(dismissTeamMember, { params: { id }, body: proof })
    } catch (cause) {
      if (!(cause instanceof ApiError && cause.code === 'confirmation_required')) throw cause
      setConfirming(true)
      return
    }
    await invalidate(client, listTeam)
    toast('Сотрудник убран из команды')
    close()
  }

  if (isConfirming) {
    return (
      <Suspense>
        <CodeSheet
          open={open}
          onClose={close}
          title="Убрать из команды?"
          what={name}
          where={`«${restaurant}». За час вы уже убрали нескольких: подтвердите, что это вы.`}
          request={{ purpose: 'dismissal', employee_id: id }}
          onProof={dismiss}
          submitLabel="Убрать"
          errorTexts={errorTexts}
        />
      </Suspense>
    )
  }
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && close()}
      title={isDismissing ? 'Убрать из команды?' : <NoBreak>{name}</NoBreak>}
      description={isDismissing ? name : roles}
    >
      <div className={styles.member}>
        {isDismissing ? (
          <DismissalQuestion onConfirm={() => dismiss()} onKeep={() => setDismissing(false)} />
        ) : (
          <Details member={member} onDismiss={() => setDismissing(true)} />
        )}
      </div>
    </Sheet>
  )
}

function DismissalQuestion({ onConfirm, onKeep }: { onConfirm: () => Promise<void>; onKeep: () => void }) {
  return (
    <>
      <ul>
        <li>Коллеги больше не смогут переводить сотруднику деньги. Ему придёт СМС.</li>
        <li>
          Деньги, история и документы останутся у сотрудника: он войдёт, как раньше, и выведет всё. Чаевые, которые
          придут позже, тоже будут его.
        </li>
        <li>Вернуть сотрудника можно здесь в течение суток, потом поможет поддержка.</li>
      </ul>
      <Question action="Убрать" onConfirm={onConfirm} onKeep={onKeep} />
    </>
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

function signedInText(hasSignedIn: boolean): string {
  return hasSignedIn ? 'Пользуется порталом' : 'Ещё не в портале'
}
