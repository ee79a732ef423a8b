import { useSuspenseQuery } from '@portal/shared/query'
import { useSearchParams } from '@portal/shared/router'
import { useEmployees } from '@portal/shared/session/restaurants'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Panel } from '@portal/shared/ui/panel'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { useDeferredValue } from 'react'
import { DiaryPanel } from './diary-panel.tsx'
import { GoalPanel } from './goal-panel.tsx'
import { HoursPanel, WeekdaysPanel } from './habit-panels.tsx'
import { MonthsPanel } from './months-panel.tsx'
import styles from './trend-page.module.css'
import { trendQuery } from './trend-query.ts'
import { TrendSkeleton } from './trend-skeleton.tsx'
import { parseView, RestaurantsSwitch } from './view-switch.tsx'

function TrendPage() {
  const { id } = useCurrentEmployee().restaurant
  // Keyed by restaurant, so that one restaurant's money is never shown, not even dimmed, under another's name.
  return (
    <div className={styles.page} key={id}>
      <RestaurantsSwitch />
      <QueryBoundary panel skeleton={<TrendSkeleton />}>
        <Trend restId={id} />
      </QueryBoundary>
    </div>
  )
}

export { TrendPage as Component }

function Trend({ restId }: { restId: string }) {
  const [search] = useSearchParams()
  const { isForAll, isTable } = parseView(search)
  const hasSeveral = useEmployees().length > 1
  const chosen = isForAll && hasSeveral ? undefined : restId
  // While the figures of the other choice load, the last ones stay visible, dimmed.
  const shown = useDeferredValue(chosen)
  const { data } = useSuspenseQuery(trendQuery(shown))
  const { goal, months, habits } = data
  const hasTips = months.some(({ count }) => count > 0)
  return (
    <div className={styles.panels} data-dimmed={shown !== chosen || undefined} aria-busy={shown !== chosen}>
      <div className={styles.column}>
        <GoalPanel goal={goal} today={data.today} isForAll={hasSeveral} />
        {months.length > 0 && <MonthsPanel trend={data} isTable={isTable} />}
        {data.diary && <DiaryPanel trend={data} diary={data.diary} />}
      </div>
      <div className={styles.column}>
        {hasTips ? (
          <>
            <WeekdaysPanel habits={habits} isTable={isTable} />
            <HoursPanel habits={habits} isTable={isTable} />
          </>
        ) : (
          <Panel>
            <EmptyState
              icon="tips"
              title="Пока нет чаевых"
              text="После первых смен здесь будет видно, какие дни и часы у вас лучшие"
            />
          </Panel>
        )}
      </div>
    </div>
  )
}
