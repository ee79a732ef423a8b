import styles from './icon.module.css'
import { type IconName, paths } from './paths.ts'

export type { IconName }

type IconProps = {
  name: IconName
  /** Pixels. */
  size?: number | undefined
  className?: string | undefined
}

/** Decoration beside a text, or inside a control that has its own label: hidden from assistive technology. */
export function Icon({ name, size = 24, className }: IconProps) {
  return (
    <svg
      className={[styles.icon, className].filter(Boolean).join(' ')}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  )
}
