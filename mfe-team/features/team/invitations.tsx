import { listTeam, listTeamInvitations, type TeamInvitation } from '@portal/contracts/team'
import { apiQuery, invalidate } from '@portal/shared/http/query'
import { invitationName, invitationTerms } from '@portal/shared/invitation-card/invitation-text'
import { useQueryClient, useSuspenseQuery } from '@portal/shared/query'
import { Button } from '@portal/shared/ui/button'
import { Icon } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { NoBreak } from '@portal/shared/ui/no-break'
import { useState } from 'react'
import { NewInvitation } from './new-invitation.tsx'
import { OpenInvitation } from './open-invitation.tsx'

/** The open invitations, and how to make another. */
export function Invitations({ restId }: { restId: string }) {
  const { data } = useSuspenseQuery(apiQuery(listTeamInvitations, { query: { restId } }))
  const [shown, setShown] = useState<TeamInvitation | null>(null)
  /** `new`, or the id of the invitation that is shown. */
  const [open, setOpen] = useState<string | null>(null)
  // Another one begins with empty fields; the closed sheet keeps its content while it leaves.
  const [attempt, setAttempt] = useState(0)
  const client = useQueryClient()

  /** A response may come late, when another invitation is open. */
  function close(which: string) {
    setOpen((now) => (now === which ? null : now))
    // A colleague may have joined by the QR code meanwhile.
    void invalidate(client, listTeam, listTeamInvitations)
  }

  return (
    <>
      {data.items.length === 0 ? (
        <p>Пригласите коллегу по ссылке, QR или СМС.</p>
      ) : (
        <List label="Открытые приглашения">
          {data.items.map((invitation) => (
            <ListRow
              key={invitation.id}
              leading={<Icon name={invitation.phone_masked ? 'phone' : 'people'} />}
              title={<NoBreak>{invitationName(invitation)}</NoBreak>}
              subtitle={invitationTerms(invitation)}
              hasChevron
              onClick={() => {
                setShown(invitation)
                setOpen(invitation.id)
              }}
            />
          ))}
        </List>
      )}
      <Button
        full
        icon="plus"
        onClick={() => {
          setAttempt(attempt + 1)
          setOpen('new')
        }}
      >
        Пригласить
      </Button>
      <NewInvitation key={attempt} restId={restId} open={open === 'new'} onClose={() => close('new')} />
      {shown && (
        <OpenInvitation key={shown.id} invitation={shown} open={open === shown.id} onClose={() => close(shown.id)} />
      )}
    </>
  )
}
