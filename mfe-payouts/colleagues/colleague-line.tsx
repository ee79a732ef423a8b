import type { Colleague } from '@portal/contracts/colleague'
import { Avatar } from '@portal/shared/ui/avatar'
import { formatRole } from './colleague.ts'
import styles from './colleague-line.module.css'

/** A colleague with face, name and role, and with the end of the phone if others share all of these. */
export function ColleagueLine({ colleague }: { colleague: Colleague }) {
  const { name, photo_url, phone_last2 } = colleague
  return (
    <span className={styles.colleague}>
      <span className={styles.photo}>
        <Avatar name={name} photoUrl={photo_url} size="s" />
      </span>
      <span className={styles.text}>
        <span>{name}</span>{' '}
        <span className={styles.note}>
          <span aria-hidden="true">
            <span className={styles.digits}>{`•• ${phone_last2}`}</span>
            <span className={styles.role}>{'\u00A0· '}</span>
          </span>
          <span className={styles.role}>{formatRole(colleague)}</span>
          <span className="visually-hidden">{`, телефон оканчивается на ${phone_last2}`}</span>
        </span>
      </span>
    </span>
  )
}
