import { listReviews } from '@portal/contracts/review'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { useNavigate, useSearchParams } from '@portal/shared/router'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { Pager } from '@portal/shared/ui/pager'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { useShownFilter } from '../../use-shown-filter.ts'
import { NoReviews } from './no-reviews.tsx'
import { ReviewCard } from './review-card.tsx'
import { ReviewMonths } from './review-months.tsx'
import { formatFilter, parseFilter, type ReviewsFilter } from './reviews-filter.ts'
import { ReviewsFilterBar } from './reviews-filter-bar.tsx'
import styles from './reviews-page.module.css'
import { MonthsSkeleton, ReviewsSkeleton } from './reviews-skeleton.tsx'

function ReviewsPage() {
  const restId = useCurrentEmployee().restaurant.id
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const filter = parseFilter(params)

  function applyFilter(next: ReviewsFilter) {
    navigate({ search: formatFilter(next) }, { replace: true, preventScrollReset: true })
  }

  return (
    <div className={styles.page} key={restId}>
      <QueryBoundary panel skeleton={<MonthsSkeleton />}>
        <ReviewMonths restId={restId} />
      </QueryBoundary>
      <ReviewsFilterBar filter={filter} onChange={applyFilter} />
      <QueryBoundary panel skeleton={<ReviewsSkeleton />}>
        <Reviews restId={restId} filter={filter} onReset={() => applyFilter({ page: 1 })} />
      </QueryBoundary>
    </div>
  )
}

export { ReviewsPage as Component }

type ReviewsProps = { restId: string; filter: ReviewsFilter; onReset: () => void }

function Reviews({ restId, filter, onReset }: ReviewsProps) {
  // While a newly chosen filter loads, the last reviews stay visible, dimmed.
  const { shownParams, isNewListLoading } = useShownFilter(formatFilter(filter))
  const shown = parseFilter(shownParams)
  const { stars, commented, page, asOf } = shown
  const { data } = useSuspenseQuery(
    apiQuery(listReviews, {
      query: {
        restId,
        page,
        ...(stars && { stars }),
        ...(commented && { commented: 'true' }),
        ...(asOf && { as_of: asOf }),
      },
    }),
  )
  if (data.items.length === 0) return <NoReviews filter={shown} total={data.total} onReset={onReset} />
  return (
    <div className={styles.reviews} data-dimmed={isNewListLoading || undefined} aria-busy={isNewListLoading}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role together with the markers */}
      <ul className={styles.list} role="list" aria-label="Отзывы гостей">
        {data.items.map((review) => (
          <ReviewCard key={review.id} review={review} />
        ))}
      </ul>
      <Pager
        page={page}
        pages={data.pages}
        to={(number) => `/reviews${formatFilter({ ...shown, page: number, asOf: data.as_of })}`}
      />
    </div>
  )
}
