import { SEARCHED_OPERATIONS } from '@portal/contracts/operation'
import { plural } from '@portal/shared/format/plural'
import styles from './operations-page.module.css'

const thousands = new Intl.NumberFormat('ru-RU')

/** How many operations a filter has left; announced when it changes. */
export function ResultCount({ total, hasUnsearched }: { total: number; hasUnsearched: boolean }) {
  return (
    <p className={styles.count} role="status">
      {total > 0 && <span>{`Найдено: ${plural(total, 'операция', 'операции', 'операций')}.`}</span>}
      {hasUnsearched && (
        <span>
          {` Искали среди последних ${thousands.format(SEARCHED_OPERATIONS)} операций. Чтобы найти раньше, выберите период.`}
        </span>
      )}
    </p>
  )
}
