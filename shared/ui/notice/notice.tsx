import { Icon } from '@portal/shared/ui/icon'
import type { ReactNode } from 'react'
import styles from './notice.module.css'

const icons = { info: 'info', error: 'alert', success: 'check' } as const

type NoticeProps = { tone: keyof typeof icons; title?: ReactNode; children: ReactNode }

/** A message in the flow of the page. An error is announced immediately. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div
      className={styles.notice}
      data-tone={tone}
      role={tone === 'error' ? 'alert' : tone === 'success' ? 'status' : undefined}
    >
      <Icon name={icons[tone]} size={20} />
      <div className={styles.body}>
        {title && <p className={styles.title}>{title}</p>}
        <div>{children}</div>
      </div>
    </div>
  )
}
