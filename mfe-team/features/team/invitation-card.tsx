import type { TeamInvitation } from '@portal/contracts/team'
import { optionalPart } from '@portal/shared/optional-part'
import { toast } from '@portal/shared/session/store'
import { Button } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { Suspense, useState } from 'react'
import styles from './invitation-card.module.css'

// Without them the link can still be sent.
const QrCode = optionalPart(() => import('./qr-code.tsx'))
const Poster = optionalPart(() => import('./poster.tsx'))

/** The link as a QR code and as a text, to be copied, shared and printed. */
export function InvitationCard({ invitation }: { invitation: TeamInvitation }) {
  const { link, phone_masked } = invitation
  const isForAll = phone_masked === null
  const [isCopied, setCopied] = useState(true)

  async function copy() {
    try {
      await navigator.clipboard.writeText(link)
      setCopied(true)
      toast('Ссылка скопирована')
    } catch {
      // The browser gives no permission, or the page has no https.
      setCopied(false)
    }
  }

  return (
    <div className={styles.card}>
      <div className={styles.code}>
        <Suspense fallback={<Skeleton height="100%" />}>
          <QrCode text={link} />
        </Suspense>
      </div>
      <p className={styles.link}>{link}</p>
      {!isCopied && <Notice tone="error">Не удалось скопировать. Выделите ссылку и скопируйте её</Notice>}
      <div className={styles.actions}>
        <Button full variant="secondary" icon="copy" onClick={() => void copy()}>
          Скопировать
        </Button>
        {'share' in navigator && (
          <Button full variant="secondary" icon="external" onClick={() => void share(link)}>
            Поделиться
          </Button>
        )}
        {isForAll && (
          <Suspense>
            <Poster invitation={invitation} />
          </Suspense>
        )}
      </div>
    </div>
  )
}

/** Opens the list of the phone's applications; closing it is no failure. */
async function share(url: string): Promise<void> {
  await navigator.share({ url }).catch(() => {})
}
