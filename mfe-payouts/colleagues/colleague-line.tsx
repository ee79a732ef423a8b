import type { Colleague } from '@portal/contracts/colleague'
import { profileTagTexts } from '@portal/contracts/profile-tag-texts'
import { roleTags } from '@portal/contracts/profile-tags'
import { isolated } from '@portal/contracts/tidy-text'
import { Avatar } from '@portal/shared/ui/avatar'
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

/** `Менеджер, официант`: returns what distinguishes a colleague, from the job and from the user's profile. */
export function formatRole({ manager, roles }: Pick<Colleague, 'manager' | 'roles'>): string {
  const labels = roleTags.filter((role) => roles.includes(role)).map((role) => profileTagTexts[role])
  const all = [...(manager ? ['Менеджер'] : []), ...labels]
  return all.map((label, index) => (index === 0 ? label : label.toLowerCase())).join(', ') || 'Сотрудник'
}

/** `Вера Новикова · •• 03`, as the server names the recipient of a transfer. */
export function colleagueTitle({ name, phone_last2 }: Pick<Colleague, 'name' | 'phone_last2'>): string {
  return `${isolated(name)} · •• ${phone_last2}`
}
