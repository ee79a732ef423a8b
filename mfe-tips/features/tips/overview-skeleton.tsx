import { List, ListRow } from '@portal/shared/ui/list'
import { Panel } from '@portal/shared/ui/panel'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { LATEST_TIPS_COUNT } from './latest-tips.tsx'
import page from './tips-page.module.css'
import statistics from './tips-statistics.module.css'

/** The statistics and the latest tips, as tall as they will be. */
export function OverviewSkeleton() {
  return (
    <div className={page.column} aria-hidden="true">
      <Panel title="За период">
        <Skeleton height={50} radius="var(--radius-control)" />
        <div>
          <div className={statistics.range}>
            <Skeleton width={160} />
          </div>
          <div className={statistics.total}>
            <Skeleton width={140} height="calc(var(--text-xl) * 1.45)" />
          </div>
          <div className={statistics.comparison}>
            <Skeleton width={240} />
          </div>
          <div className={statistics.today}>
            <Skeleton width={180} height="1.45em" />
          </div>
          <div className={statistics.chart}>
            <Skeleton height="auto" radius="var(--radius-control)" />
          </div>
        </div>
      </Panel>
      <Panel title="Последние чаевые">
        <List>
          {Array.from({ length: LATEST_TIPS_COUNT }, (_, row) => (
            <ListRow
              key={row}
              title={<Skeleton width={120} />}
              subtitle={<Skeleton width={180} height={12} />}
              trailing={<Skeleton width={64} />}
            />
          ))}
        </List>
      </Panel>
    </div>
  )
}
