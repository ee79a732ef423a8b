import type { TeamInvitation } from '@portal/contracts/team'
import { Notice } from '@portal/shared/ui/notice'
import { Segmented } from '@portal/shared/ui/segmented'
import { Sheet } from '@portal/shared/ui/sheet'
import { useState } from 'react'
import { InvitationCard } from './invitation-card.tsx'
import { invitationName, invitationTerms } from './invitation-text.ts'
import { LinkForm } from './link-form.tsx'
import { SmsForm } from './sms-form.tsx'
import styles from './team.module.css'

const ways = [
  { value: 'link', label: 'Ссылка или QR' },
  { value: 'sms', label: 'По СМС' },
] as const

/** Makes an invitation, and shows it. */
export function NewInvitation({ restId, open, onClose }: { restId: string; open: boolean; onClose: () => void }) {
  const [way, setWay] = useState<'link' | 'sms'>('link')
  const [made, setMade] = useState<TeamInvitation | null>(null)
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={made ? 'Приглашение готово' : 'Пригласить коллегу'}
      description={made && `${invitationName(made)}. ${invitationTerms(made)}`}
    >
      <div className={styles.page}>
        {made ? (
          <>
            {made.phone_masked && <Notice tone="success">{`СМС со ссылкой отправлено на ${made.phone_masked}`}</Notice>}
            <InvitationCard invitation={made} />
          </>
        ) : (
          <>
            <Segmented label="Как пригласить" options={ways} value={way} onChange={setWay} />
            {way === 'link' ? (
              <LinkForm restId={restId} onMade={setMade} />
            ) : (
              <SmsForm restId={restId} onMade={setMade} />
            )}
          </>
        )}
      </div>
    </Sheet>
  )
}
