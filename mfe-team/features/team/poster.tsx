import type { TeamInvitation } from '@portal/contracts/team'
import { formatMoment } from '@portal/shared/format/date'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import styles from './poster.module.css'
import QrCode from './qr-code.tsx'

/** A page for the wall of the staff room. Visible only on paper, instead of the page, while it is mounted. */
export default function Poster({ invitation: { link, expires_at } }: { invitation: TeamInvitation }) {
  const { restaurant } = useCurrentEmployee()
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset.poster = ''
    return () => {
      delete dataset.poster
    }
  }, [])

  return createPortal(
    <article className={styles.poster} aria-hidden="true">
      <p className={styles.brand}>Чаевые</p>
      <h1>{`Команда «${restaurant.name}», это для вас`}</h1>
      <QrCode text={link} />
      <ol>
        <li>Наведите камеру телефона на код и откройте ссылку.</li>
        <li>Зарегистрируйтесь по номеру телефона.</li>
        <li>Добавьте карту или телефон СБП и выводите свои чаевые.</li>
      </ol>
      <p className={styles.small}>{`Приглашение действует до ${formatMoment(expires_at)}`}</p>
    </article>,
    document.body,
  )
}
