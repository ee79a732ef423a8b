import type { Elements } from '@portal/shared/elements'
import { optionalPart } from '@portal/shared/optional-part'
import { toast } from '@portal/shared/session/store'
import { Button } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { Suspense, useState } from 'react'
import styles from './invitation-card.module.css'

// Without it the link can still be sent.
const QrCode = optionalPart(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

type InvitationCardProps = {
  link: string
  /** Another button. */
  action?: Elements
}

/** The link of an invitation as a QR code and as a text, to be copied and shared. */
export function InvitationCard({ link, action }: InvitationCardProps) {
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
        {action}
      </div>
    </div>
  )
}

/** Opens the list of the phone's applications; closing it is no failure. */
async function share(url: string): Promise<void> {
  await navigator.share({ url }).catch(() => {})
}
