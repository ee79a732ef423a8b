import { type InvitationRecord, listInvitations, revokeInvitation } from '@portal/contracts/admin/invitation'
import { apiQuery } from '@portal/shared/http/query'
import { InvitationCard } from '@portal/shared/invitation-card'
import { invitationName, invitationTerms } from '@portal/shared/invitation-card/invitation-text'
import { useSuspenseQuery } from '@portal/shared/query'
import { Button } from '@portal/shared/ui/button'
import { Icon } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Sheet } from '@portal/shared/ui/sheet'
import { useState } from 'react'
import { type Decision, DecisionForm } from '../../change/decision-sheet.tsx'
import { useDecide } from '../../change/use-change.ts'
import styles from '../../operator.module.css'
import { type OpenSheet, useSheet } from '../../use-sheet.ts'
import { ImportSheet } from './import-sheet.tsx'
import { NewInvitation } from './new-invitation.tsx'

/** The open invitations to a restaurant, how to make another, and the import of a team. */
export function Invitations({ restaurantId }: { restaurantId: string }) {
  const { data } = useSuspenseQuery(apiQuery(listInvitations, { query: { restaurant: restaurantId, state: 'open' } }))
  const shown = useSheet<InvitationRecord>()
  const adding = useSheet<null>()
  const importing = useSheet<null>()
  return (
    <>
      {data.items.length === 0 ? (
        <p>Пригласите одного человека, дайте ссылку нескольким или загрузите всю команду.</p>
      ) : (
        <List label="Открытые приглашения">
          {data.items.map((invitation) => (
            <ListRow
              key={invitation.id}
              leading={<Icon name={invitation.phone_masked ? 'phone' : 'people'} />}
              title={<NoBreak>{invitationName(invitation)}</NoBreak>}
              subtitle={invitationTerms(invitation)}
              hasChevron
              onClick={() => shown.show(invitation)}
            />
          ))}
        </List>
      )}
      <div className={styles.actions}>
        <Button full icon="plus" onClick={() => adding.show(null)}>
          Пригласить
        </Button>
        <Button full variant="secondary" icon="people" onClick={() => importing.show(null)}>
          Загрузить команду
        </Button>
      </div>
      <NewInvitation restaurantId={restaurantId} {...adding} />
      <ImportSheet restaurantId={restaurantId} {...importing} />
      <InvitationSheet {...shown} />
    </>
  )
}

function InvitationSheet({ content: invitation, attempt, open, close }: OpenSheet<InvitationRecord>) {
  const decide = useDecide([listInvitations])
  const [revoked, setRevoked] = useState(0)
  if (!invitation) return null
  const name = invitationName(invitation)
  const isRevoking = revoked === attempt
  const revoking: Decision = {
    action: 'Отозвать',
    title: 'Отозвать приглашение?',
    about: name,
    facts: ['По этой ссылке больше никто не войдёт.'],
    submit: `Отозвать: ${name}`,
    isDangerous: true,
    decide: decide(revokeInvitation, invitation.id, 'Приглашение отозвано'),
  }
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && close()}
      title={isRevoking ? revoking.title : <NoBreak>{name}</NoBreak>}
      description={isRevoking ? name : invitationTerms(invitation)}
    >
      {isRevoking ? (
        <DecisionForm decision={revoking} onDone={close} />
      ) : (
        <div className={styles.fields}>
          <InvitationCard link={invitation.link} />
          <Button full variant="danger-quiet" icon="trash" onClick={() => setRevoked(attempt)}>
            Отозвать
          </Button>
        </div>
      )}
    </Sheet>
  )
}
