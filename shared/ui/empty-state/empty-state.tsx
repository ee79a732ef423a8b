import { Icon, type IconName } from '@portal/shared/ui/icon'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

type EmptyStateProps = { icon?: IconName; title: ReactNode; text?: ReactNode; action?: ReactNode }

/** Shows why there is nothing here and what to do about it. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className={styles.emptyState}>
      {icon && (
        <span className={styles.icon}>
          <Icon name={icon} size={28} />
        </span>
      )}
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
