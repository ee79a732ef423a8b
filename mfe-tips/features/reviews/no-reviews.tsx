import { Button, ButtonLink } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Panel } from '@portal/shared/ui/panel'
import { formatFilter, type ReviewsFilter } from './reviews-filter.ts'

type NoReviewsProps = { filter: ReviewsFilter; total: number; onReset: () => void }

/** Nothing at all, nothing by this filter, or nothing on a page past the end. */
export function NoReviews({ filter, total, onReset }: NoReviewsProps) {
  const isFiltered = Boolean(filter.stars || filter.commented)
  return (
    <Panel>
      {total > 0 ? (
        <EmptyState
          icon="star"
          title="На этой странице отзывов нет"
          action={
            <ButtonLink variant="secondary" to={`/reviews${formatFilter({ ...filter, page: 1 })}`}>
              К первой странице
            </ButtonLink>
          }
        />
      ) : isFiltered ? (
        <EmptyState
          icon="filter"
          title="По фильтру ничего не найдено"
          action={
            <Button variant="secondary" onClick={onReset}>
              Сбросить
            </Button>
          }
        />
      ) : (
        <EmptyState icon="star" title="Отзывов пока нет" text="Здесь появятся оценки и слова гостей" />
      )}
    </Panel>
  )
}
