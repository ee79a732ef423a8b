import { optionalPart } from '@portal/shared/optional-part'
import { useSuspenseQueries } from '@portal/shared/query'
import { useSearchParams } from '@portal/shared/router'
import { useEmployees } from '@portal/shared/session/restaurants'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { useToday } from '@portal/shared/session/today'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Panel } from '@portal/shared/ui/panel'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { Suspense, useDeferredValue } from 'react'
import { AllRestaurants, RestaurantsSkeleton } from './all-restaurants.tsx'
import { BalancePanel, BalanceSkeleton } from './balance-panel.tsx'
import { LatestTips, PanelLink } from './latest-tips.tsx'
import { latestQueries, latestReceived, statsQuery } from './overview-queries.ts'
import { OverviewSkeleton } from './overview-skeleton.tsx'
import { parsePeriod } from './period.ts'
import { PeriodSwitch } from './period-switch.tsx'
import styles from './tips-page.module.css'
import { TipsStatistics } from './tips-statistics.tsx'

const FormerNotice = optionalPart(() => import('./former-notice.tsx'))
const FirstSteps = optionalPart(() => import('./first-steps.tsx'))

function TipsPage() {
  const { restaurant, is_former: isFormer = false } = useCurrentEmployee()
  const restId = restaurant.id
  const restaurants = useEmployees().length
  // Keyed by restaurant, so that one restaurant's money is never shown, not even dimmed, under another's name.
  return (
    <div className={styles.page} key={restId}>
      <div className={styles.column}>
        <Suspense>{isFormer && <FormerNotice />}</Suspense>
        <QueryBoundary panel skeleton={<BalanceSkeleton />}>
          <BalancePanel restId={restId} />
        </QueryBoundary>
        {restaurants > 1 && (
          <QueryBoundary panel skeleton={<RestaurantsSkeleton />}>
            <AllRestaurants />
          </QueryBoundary>
        )}
      </div>
      <div className={styles.column}>
        <QueryBoundary panel skeleton={<OverviewSkeleton />}>
          <TipsOverview restId={restId} isFormer={isFormer} />
        </QueryBoundary>
      </div>
    </div>
  )
}

export { TipsPage as Component }

function TipsOverview({ restId, isFormer }: { restId: string; isFormer: boolean }) {
  const [search, setSearch] = useSearchParams()
  // While a newly chosen period loads, the figures of the last one stay visible, dimmed.
  const shownSearch = useDeferredValue(search.toString())
  const today = useToday()
  // At midnight the figures of yesterday stay visible while those of today load.
  const shownDay = useDeferredValue(today)
  const period = parsePeriod(new URLSearchParams(shownSearch), shownDay)
  const lists = latestQueries(restId)
  const [stats, tips, transfers] = useSuspenseQueries({
    queries: [statsQuery(restId, period), lists.tips, lists.transfers],
  })
  const latest = latestReceived(tips.data, transfers.data)

  if (latest.length === 0) {
    return (
      <>
        <Panel>
          <EmptyState
            icon="tips"
            title={isFormer ? 'Чаевых здесь не было' : 'Пока нет чаевых'}
            text={!isFormer && 'Они появятся здесь сразу после оплаты гостем'}
          />
        </Panel>
        <Suspense>{!isFormer && <FirstSteps restId={restId} />}</Suspense>
      </>
    )
  }
  return (
    <>
      <Panel title="За период" action={<PanelLink to="/trend">Динамика</PanelLink>}>
        <PeriodSwitch
          period={parsePeriod(search, today)}
          onChange={(chosen) => setSearch(chosen, { replace: true, preventScrollReset: true })}
        />
        <TipsStatistics
          stats={stats.data}
          period={period}
          today={shownDay}
          isOutdated={shownSearch !== search.toString() || shownDay !== today}
        />
      </Panel>
      <LatestTips operations={latest} />
    </>
  )
}
