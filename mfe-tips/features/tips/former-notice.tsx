import { Link } from '@portal/shared/router'
import { Notice } from '@portal/shared/ui/notice'
import type { ReactNode } from 'react'
import styles from './tips-page.module.css'

export default function FormerNotice(): ReactNode {
  return (
    <Notice tone="info" title="Вы здесь больше не работаете">
      <span>Деньги, история и документы остаются вашими. Вывести деньги можно в любой момент. </span>
      <Link className={styles.support} to="/settings/help">
        Связаться с поддержкой
      </Link>
    </Notice>
  )
}
