import { Panel } from '@portal/shared/ui/panel'
import { Skeleton } from '@portal/shared/ui/skeleton'
import styles from './trend-page.module.css'

const columns = [
  ['Цель', 'Месяцы', 'Часы и наличные'],
  ['Дни недели', 'Часы'],
]

const CHART_HEIGHT_PX = 168
/** A line of progress, and a button. */
const heights: Record<string, number> = { Цель: 8, 'Часы и наличные': 48 }

/** The goal, three charts and the diary. */
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
              <Skeleton height={heights[title] ?? CHART_HEIGHT_PX} radius="var(--radius-control)" />
            </Panel>
          ))}
        </div>
      ))}
    </div>
  )
}
