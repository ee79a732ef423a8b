import { Button } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Panel } from '@portal/shared/ui/panel'
import type { ReviewsFilter } from './reviews-filter.ts'

type NoReviewsProps = { filter: ReviewsFilter; total: number; onReset: () => void }

/** Nothing at all, nothing by this filter, or nothing on a page past the end. */
export function NoReviews({ filter: { stars, commented }, total, onReset }: NoReviewsProps) {
  const isFiltered = Boolean(stars || commented)
  if (total === 0 && !isFiltered) {
    return (
      <Panel>
        <EmptyState icon="star" title="Отзывов пока нет" text="Здесь появятся оценки и слова гостей" />
      </Panel>
    )
  }
  return (
    <Panel>
      <EmptyState
        icon="filter"
        title={total > 0 ? 'На этой странице отзывов нет' : 'По фильтру ничего не найдено'}
        action={
          <Button variant="secondary" onClick={onReset}>
            {total > 0 ? 'К первой странице' : 'Сбросить'}
          </Button>
        }
      />
    </Panel>
  )
}
