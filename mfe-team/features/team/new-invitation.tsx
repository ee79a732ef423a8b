import type { TeamInvitation } from '@portal/contracts/team'
import { InvitationCard } from '@portal/shared/invitation-card'
import { invitationName, invitationTerms } from '@portal/shared/invitation-card/invitation-text'
import { Notice } from '@portal/shared/ui/notice'
import { Segmented } from '@portal/shared/ui/segmented'
import { Sheet } from '@portal/shared/ui/sheet'
import { useEffect, useRef, useState } from 'react'
import { LinkForm } from './link-form.tsx'
import { PosterButton } from './poster-button.tsx'
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
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The form that had the focus is gone: the focus stays in the sheet, whose title and description are the result.
    if (made) content.current?.closest<HTMLElement>('[role="dialog"]')?.focus()
  }, [made])
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={made ? 'Приглашение готово' : 'Пригласить коллегу'}
      description={made && `${invitationName(made)}. ${invitationTerms(made)}`}
    >
      <div ref={content} className={styles.page}>
        {made ? (
          <>
            {made.phone_masked && <Notice tone="success">{`СМС со ссылкой отправлено на ${made.phone_masked}`}</Notice>}
            <InvitationCard link={made.link} action={<PosterButton invitation={made} />} />
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
