import { listReviews } from '@portal/contracts/review'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { useNavigate, useSearchParams } from '@portal/shared/router'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { Pager } from '@portal/shared/ui/pager'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { useShownSearch } from '../../use-shown-search.ts'
import { NoReviews } from './no-reviews.tsx'
import { ReviewCard } from './review-card.tsx'
import { ReviewMonths } from './review-months.tsx'
import { formatSearch, parseFilter, type ReviewsFilter } from './reviews-filter.ts'
import { ReviewsFilterBar } from './reviews-filter-bar.tsx'
import styles from './reviews-page.module.css'
import { MonthsSkeleton, ReviewsSkeleton } from './reviews-skeleton.tsx'

function ReviewsPage() {
  const restId = useCurrentEmployee().restaurant.id
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const filter = parseFilter(search)

  function apply(changed: ReviewsFilter) {
    navigate({ search: formatSearch(changed) }, { replace: true, preventScrollReset: true })
  }

  return (
    <div className={styles.page} key={restId}>
      <QueryBoundary panel skeleton={<MonthsSkeleton />}>
        <ReviewMonths restId={restId} />
      </QueryBoundary>
      <ReviewsFilterBar filter={filter} onChange={apply} />
      <QueryBoundary panel skeleton={<ReviewsSkeleton />}>
        <Reviews restId={restId} filter={filter} onReset={() => apply({ page: 1 })} />
      </QueryBoundary>
    </div>
  )
}

export { ReviewsPage as Component }

type ReviewsProps = { restId: string; filter: ReviewsFilter; onReset: () => void }

function Reviews({ restId, filter, onReset }: ReviewsProps) {
  // While a newly chosen filter loads, the last reviews stay visible, dimmed.
  const { shownSearch, isNewListLoading } = useShownSearch(formatSearch(filter))
  const shown = parseFilter(shownSearch)
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
      {/* Safari drops the list role together with the markers unless it is explicit. */}
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <ul className={styles.list} role="list" aria-label="Отзывы гостей">
        {data.items.map((review) => (
          <ReviewCard key={review.id} review={review} />
        ))}
      </ul>
      <Pager
        page={page}
        pages={data.pages}
        to={(number) => `/reviews${formatSearch({ ...shown, page: number, asOf: data.as_of })}`}
      />
    </div>
  )
}
