import { Panel } from '@portal/shared/ui/panel'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { TableHeadings } from './operations-list.tsx'
import page from './operations-page.module.css'
import styles from './operations-table.module.css'

const rows = [1, 2, 3, 4, 5, 6]

/** The first day's operations and, where there is room, the details beside them. */
export function OperationsSkeleton() {
  return (
    <div className={page.operations} data-beside aria-hidden="true">
      <div className={styles.table}>
        <TableHeadings />
        <Panel title={<Skeleton width={96} />} action={<Skeleton width={160} />}>
          <ul className={styles.rows}>
            {rows.map((row) => (
              <RowSkeleton key={row} />
            ))}
          </ul>
        </Panel>
      </div>
      <div className={page.details}>
        <Panel title={<Skeleton width="50%" />}>
          <Skeleton width={140} height={32} />
          <Skeleton height={160} radius="var(--radius-control)" />
        </Panel>
      </div>
    </div>
  )
}

function RowSkeleton() {
  return (
    <li className={styles.item}>
      <div className={styles.row}>
        <Skeleton width={40} height={40} radius="var(--radius-control)" />
        <span className={styles.text}>
          <span className={styles.title}>
            <Skeleton width="60%" />
          </span>
          <span className={styles.second}>
            <span className={styles.time}>
              <Skeleton width={40} height={12} />
            </span>
            <span className={styles.review}>
              <Skeleton width="70%" height={12} />
            </span>
          </span>
        </span>
        <span className={styles.sum}>
          <Skeleton width={72} />
        </span>
      </div>
    </li>
  )
}
