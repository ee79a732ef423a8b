import { Panel } from '@portal/shared/ui/panel'
import { Skeleton } from '@portal/shared/ui/skeleton'
import styles from './trend-page.module.css'

const columns = [
  ['Цель', 'Месяцы'],
  ['Дни недели', 'Часы'],
]

/** The goal and three charts. */
export function TrendSkeleton() {
  return (
    <div className={styles.panels} aria-hidden="true">
      {columns.map((titles) => (
        <div key={titles[0]} className={styles.column}>
          {titles.map((title) => (
            <Panel key={title} title={title}>
              <div className={styles.words}>
                <Skeleton width="80%" />
                <Skeleton width="60%" />
              </div>
              <Skeleton height={title === 'Цель' ? 8 : 168} radius="var(--radius-control)" />
            </Panel>
          ))}
        </div>
      ))}
    </div>
  )
}
