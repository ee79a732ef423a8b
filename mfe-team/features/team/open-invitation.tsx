import {
  listTeamInvitations,
  revokeTeamInvitation,
  sendTeamInvitation,
  type TeamInvitation,
} from '@portal/contracts/team'
import { failureText } from '@portal/shared/format/failure-text'
import type { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { invalidate } from '@portal/shared/http/query'
import { InvitationCard } from '@portal/shared/invitation-card'
import { invitationName, invitationTerms } from '@portal/shared/invitation-card/invitation-text'
import { useMutation, useQueryClient } from '@portal/shared/query'
import { toast } from '@portal/shared/session/store'
import { Button } from '@portal/shared/ui/button'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Notice } from '@portal/shared/ui/notice'
import { Sheet } from '@portal/shared/ui/sheet'
import { useState } from 'react'
import { errorTexts } from './error-texts.ts'
import { PosterButton } from './poster-button.tsx'
import { Question } from './question.tsx'
import styles from './team.module.css'

type OpenInvitationProps = { invitation: TeamInvitation; open: boolean; onClose: () => void }

/** Shows an invitation again, sends it again, or revokes it. */
export function OpenInvitation({ invitation, open, onClose }: OpenInvitationProps) {
  const { id, manager, phone_masked } = invitation
  const [isRevoking, setRevoking] = useState(false)
  const client = useQueryClient()

  function close() {
    setRevoking(false)
    onClose()
  }

  async function revoke() {
    await call(revokeTeamInvitation, { params: { id } })
    await invalidate(client, listTeamInvitations)
    toast('Приглашение отозвано')
    close()
  }

  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && close()}
      title={isRevoking ? 'Отозвать приглашение?' : <NoBreak>{invitationName(invitation)}</NoBreak>}
      description={isRevoking ? 'По этой ссылке больше никто не войдёт.' : invitationTerms(invitation)}
    >
      {isRevoking ? (
        <Question action="Отозвать" onConfirm={revoke} onKeep={() => setRevoking(false)} />
      ) : (
        <div className={styles.page}>
          <InvitationCard link={invitation.link} action={<PosterButton invitation={invitation} />} />
          {phone_masked && <SendAgain id={id} />}
          {manager ? (
            <Notice tone="info">{errorTexts.manager_protected}</Notice>
          ) : (
            <Button full variant="danger-quiet" icon="trash" onClick={() => setRevoking(true)}>
              Отозвать
            </Button>
          )}
        </div>
      )}
    </Sheet>
  )
}

function SendAgain({ id }: { id: string }) {
  const sending = useMutation<void, ApiError>({
    mutationFn: async () => void (await call(sendTeamInvitation, { params: { id } })),
    onSuccess: () => toast('СМС отправлено'),
  })
  return (
    <>
      {sending.isError && <Notice tone="error">{failureText(sending.error, errorTexts)}</Notice>}
      <Button
        full
        variant="secondary"
        icon="phone"
        busy={sending.isPending}
        // The second click of a double click would be rejected and show an error, although the message was sent.
        onClick={({ detail }) => detail < 2 && sending.mutate()}
      >
        Отправить СМС
      </Button>
    </>
  )
}
