import styles from './avatar.module.css'

type AvatarProps = {
  name: string
  photoUrl?: string | null | undefined
  /** Pixels. */
  size?: number | undefined
}

/** A photo, or the first letter of the name. The name is beside it, so it is hidden from assistive technology. */
export function Avatar({ name, photoUrl, size = 40 }: AvatarProps) {
  return (
    <span className={styles.avatar} style={{ width: size, height: size, fontSize: size * 0.42 }} aria-hidden="true">
      {photoUrl ? <img src={photoUrl} alt="" width={size} height={size} /> : name.trim().charAt(0).toUpperCase()}
    </span>
  )
}
