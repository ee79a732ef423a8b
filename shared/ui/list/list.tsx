import type { Elements } from '@portal/shared/elements'
import { Link } from '@portal/shared/router'
import { Icon } from '@portal/shared/ui/icon'
import type { ReactNode } from 'react'
import styles from './list.module.css'

export function List({ children, label }: { children: ReactNode; label?: string }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the role together with the markers
    <ul className={styles.list} role="list" aria-label={label}>
      {children}
    </ul>
  )
}

type ListRowProps = {
  /** An Icon or an Avatar. */
  leading?: ReactNode
  title: ReactNode
  subtitle?: ReactNode
  /** The content at the end: an Amount, a badge. */
  trailing?: ReactNode
  onClick?: (() => void) | undefined
  to?: string | undefined
  /** Shows that the button opens something. A link has the chevron without it. */
  hasChevron?: boolean | undefined
  /** A control behind the line and separate from it: an IconButton. */
  action?: Elements
}

/** A line of a list; with `to` or `onClick` the whole line is the link or the button. */
export function ListRow({ leading, title, subtitle, trailing, onClick, to, hasChevron, action }: ListRowProps) {
  const content = (
    <>
      {leading && <span className={styles.leading}>{leading}</span>}
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        {subtitle && <span className={styles.subtitle}>{subtitle}</span>}
      </span>
      {trailing && <span className={styles.trailing}>{trailing}</span>}
      {(to || hasChevron) && <Icon name="chevron-right" size={20} className={styles.chevron} />}
    </>
  )
  return (
    <li className={styles.item}>
      {to ? (
        <Link className={styles.row} to={to}>
          {content}
        </Link>
      ) : onClick ? (
        <button className={styles.row} type="button" onClick={onClick}>
          {content}
        </button>
      ) : (
        <div className={styles.row}>{content}</div>
      )}
      {action}
    </li>
  )
}
