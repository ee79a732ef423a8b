import { Panel } from '@portal/shared/ui/panel'
import { Skeleton } from '@portal/shared/ui/skeleton'
import styles from './limits-page.module.css'

export function LimitsSkeleton() {
  return (
    <div aria-hidden="true">
      <Panel title="Вывод средств">
        <div className={styles.limits}>
          <Skeleton width="70%" />
          {[1, 2].map((period) => (
            <div key={period} className={styles.period}>
              <Skeleton width="60%" />
              <Skeleton height={8} radius="var(--radius-full)" />
              <Skeleton width="40%" height={12} />
            </div>
          ))}
        </div>
      </Panel>
    </div>
  )
}
