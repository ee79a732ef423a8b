import { splitCharacters } from '@portal/contracts/characters'
import styles from './avatar.module.css'

type AvatarProps = {
  name: string
  photoUrl?: string | null | undefined
  /** `s`: in a list of colleagues. */
  size?: 's' | 'm' | undefined
}

/** A photo, or the first letter of the name. The name is beside it, so it is hidden from assistive technology. */
export function Avatar({ name, photoUrl, size = 'm' }: AvatarProps) {
  return (
    <span className={styles.avatar} data-size={size} aria-hidden="true">
      {photoUrl ? <img src={photoUrl} alt="" /> : splitCharacters(name.trim())[0]?.toUpperCase()}
    </span>
  )
}
