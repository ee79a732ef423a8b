import type { TeamInvitation } from '@portal/contracts/team'
import { formatMoment } from '@portal/shared/format/date'
import { QrCode } from '@portal/shared/invitation-card/qr-code'
import { PrintedPage } from '@portal/shared/printed-page'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { Button } from '@portal/shared/ui/button'
import type { ReactNode } from 'react'
import styles from './poster.module.css'

/** A printed page for the wall of the staff room, and the button that prints it. */
export default function Poster({ invitation: { link, expires_at } }: { invitation: TeamInvitation }): ReactNode {
  const { restaurant } = useCurrentEmployee()
  return (
    <>
      <PrintedPage className={styles.poster}>
        <h1>{`Команда «${restaurant.name}», это для вас`}</h1>
        <QrCode text={link} />
        <ol>
          <li>Наведите камеру телефона на код и откройте ссылку.</li>
          <li>Зарегистрируйтесь по номеру телефона.</li>
          <li>Добавьте карту или телефон СБП и выводите свои чаевые.</li>
        </ol>
        <p className={styles.small}>{`Приглашение действует до ${formatMoment(expires_at)}`}</p>
      </PrintedPage>
      <Button full variant="secondary" icon="print" onClick={() => window.print()}>
        Распечатать
      </Button>
    </>
  )
}
